/**
 * Whether a sentence tells what happened (ruling 42): by the forms of its verbs, English and Spanish. Each clause is looked
 * at: one that announces, asks, wishes, orders or describes in the present keeps its whole sentence out. What somebody
 * else said, terms of a contract and how a debt stands today are part of what happened.
 */
import type { ClassCKind } from './kinds.ts';
import { normalForm, type NormalForm } from './normal-form.ts';
import { FINITE, isConditional, isIrregularPast, isSpanishPast, PARTICIPLES, SAME_AS_PRESENT } from './past.ts';
import { wordsOf } from './words.ts';

/** `sums`: lines that add up need no verb. */
export type AccountKind = 'story' | 'sums';

const list = (words: string): string => words.trim().split(/\s+/u).join('|');

const ADVERB = `(?:(?:${list(`
  also still just really never always now only already even not so very then ever both all soon simply actually
  currently again finally recently certainly probably clearly honestly personally truly further last first myself ourselves`)}|(?!(?:family|reply|supply|assembly|july) )[a-z]{3,}ly) )*`;

/** Words that end as a verb of the past does and are none. */
const NOT_PAST =
  /^(?:(?:n|f|s|w|h|d|r|st|br|gr|cr|tw|sp|bl)eed|exceed|proceed|succeed|indeed|hundred|shed|sled|sacred|wicked|naked|usted|kindred|beloved|bed|red|wed)$/u;
const isPast = (word: string): boolean =>
  (word.endsWith('ed') && word.length > 3 && !NOT_PAST.test(word)) || isIrregularPast(word) || isSpanishPast(word);

const DETERMINER = list('a an the my our your his her their its this that these those no some any more three two');
/** A participle that stands before a noun or behind a verb of being tells nothing by itself. */
const BEFORE_PARTICIPLE = new RegExp(
  `(?:^|[ ,])(?:${DETERMINER}|am|is|are|'m|'re|be|being|get|gets|getting|to|will|'ll|can|may|might|must|should|shall|not|do|does|unless|if|until) ${ADVERB}$`,
  'u',
);
const DATED =
  /\b(?:yesterday|ago|last (?:(?:few|two|three|four|five|six|\d+) )?(?:nights?|days?|weeks?|weekend|months?|years?|time|spring|summer|fall|autumn|winter|[a-z]+day|january|february|march|april|june|july|august|september|october|november|december)|that (?:day|night|week)|month \d|on (?:the )?\d(?!\S* (?:floor|sides?|wheels?|feet|knees))|in (?:january|february|march|april|june|july|august|september|october|november|december)|(?:january|february|march|april|june|july|august|september|october|november|december) \d)/u;
const HAS = new RegExp(
  `(?:^|[ ,])(?:have|has|'ve|had|'d|'s|having|was|were|got) (?:you |we |i |he |she |they )?${ADVERB}$`,
  'u',
);
const NOTHING_LEFT =
  /(?:no|nothing|time|days?|hours?|minutes?|patience|choice|one|anything|much|little|is|are|'s|strength|more) (?:\w+ )?$/u;

/** Whether there is a verb of the past in a stretch of words. */
function tellsPast(words: string): boolean {
  if (
    /\b(?:could not|would not (?:help|take|come|let|do))\b|\b(?:he|ha|han) (?:\p{L}+[ai]do|hecho|visto|puesto|escrito|dicho|abierto|roto)(?![\p{L}])/u.test(
      words,
    )
  )
    return true;
  for (const { 0: word, index } of words.matchAll(/[\p{L}']+/gu)) {
    if (!isPast(word)) continue;
    const before = words.slice(Math.max(0, index - 40), index);
    if (HAS.test(before)) return true;
    if (PARTICIPLES.has(word)) continue;
    if (FINITE.has(word)) return true;
    if (BEFORE_PARTICIPLE.test(before) && !isSpanishPast(word)) continue;
    if (
      SAME_AS_PRESENT.has(word) &&
      !DATED.test(words) &&
      /(?:^|(?:^|[ ,])(?:i|we|they|please|and|or|just|,) )$/u.test(before)
    )
      continue;
    if (word === 'left' && (NOTHING_LEFT.test(before) || /^ to\b/u.test(words.slice(index + 4)))) continue;
    return true;
  }
  return false;
}

/** A document that speaks for itself. */
const PAPER = `(?:${list(`
  contract lease agreement policy estimate invoice note receipt decree order rules bill warranty deed title statement permit
  listing form section clause report contrato acuerdo recibo factura póliza garantía`)})`;
/** Who speaks of others' words: what they said is part of what happened, in whatever tense. */
const SAID = list(`
  said told wrote promised agreed claimed yelled shouted screamed texted emailed warned threatened answered replied asked
  insisted swore admitted explained offered stated
  dijo dijiste dijeron prometió prometiste contestó amenazó gritó juró escribió`);
const REPORTED = new RegExp(
  `(?<!\\b(?:everything|all|anything|secrets?|things?|one|what|stuff|way) (?:that )?(?:you|he|she|they) )(?<!(?:^|[ ,])(?:i|we|yo) ${ADVERB})(?:(?<![\\p{L}])(?:${SAID})(?![\\p{L}])|\\b${PAPER} (?:[a-z\\d]+ ){0,3}?(?:says?|states?|requires?|allows?|provides?|gives|lists|dice)\\b|\\b(?:was|were|been) (?:told|promised|assured)\\b|\\bheard \\w+ say\\b|\\bwe ${ADVERB}(?:agreed|arranged|settled|wrote(?: it)? down) (?:in writing |in words )?(?:that )?(?:it|you|he|she|they|the [a-z]+) would\\b)`,
  'u',
);
/** Words from which on the claimant speaks again. */
const SPEAKS_AGAIN = new RegExp(
  `(?:;|,|\\band\\b|\\bbut\\b|\\bso\\b|\\bbecause\\b)(?: ,)?(?: now| then| and| but| so| since| if| when| because| while| although| unless)* (?:i|we|you|your|there|it) (?!would|could|had|was|were|did|might)|(?:,|\\band|\\bbut|\\bso) (?:[a-z]+ ){0,4}(?:i|we) (?:will|'ll|am|'m|can|want|wonder|know|see|have|think|hope)\\b|;|\\bso (?:do not|please) |(?:,|\\by|\\bpero|\\basí que|\\bpor eso)(?: ,)? (?:ahora )?(?:yo |ya )?(?:l[aeo]s? |te )?(?:voy|vamos|quiero|puedo|tengo|necesito|sé)(?![\\p{L}])`,
  'u',
);

interface Spoken {
  /** What the claimant says in words of their own. */
  readonly own: string;
  /** Words of the claimant with what others said. */
  readonly whole: string;
}

function spoken(whole: string): Spoken {
  const quoteless = whole.replace(/"[^"]*(?:"|$)/gu, ' , ');
  const hasSpeaker = REPORTED.test(quoteless) || /\b(?:wrote|said|heard|say)\b/u.test(quoteless);
  const unquoted = hasSpeaker || quoteless.split(' ').length > 6 ? quoteless : whole.replaceAll('"', ' ');
  const report = REPORTED.exec(unquoted);
  if (!report) return { own: unquoted, whole: unquoted };
  const from = report.index + report[0].length;
  const rest = unquoted.slice(from);
  const again = SPEAKS_AGAIN.exec(rest.slice(1));
  return { own: `${unquoted.slice(0, from)} , ${again ? rest.slice(again.index + 1) : ''}`, whole: unquoted };
}

const BASE = list(`
  pay give send return call bring stop leave tell ask fix mail come go get keep take make do be remember think look watch wait
  say write talk hand refund check consider settle expect enjoy imagine contact answer deal explain find forget help listen
  prepare picture show sleep start stay try turn use worry believe know replace repair deliver deposit hold hope let move run
  see speak stand thank trust wish`);
const SUSPECT = list(
  "'s me us my our the it him her them your yourself up back now this that what to out off from at a an for sure if how who where not in over $",
);
const ORDER = new RegExp(
  `(?:^|[,;] |\\b(?:so|now|then) )(?:(?:please|just|kindly|so|now|then|and|but|or|either|well|ok|okay|only|better|you better|you had better|go ahead and) )*(?:(?:do not|never|always|please|just) )*(?:${BASE})(?: (?:${SUSPECT}|\\d\\S*)|$| ,)|^(?:do not|never|please|let (?:us|'s|me)|just) (?:${BASE}|[a-z]+) |^(?:${BASE}) (?!(?:of|from|on|in|at|was|were|paid|made|no|not|number|due|,|\\d\\S*)(?: |$))|^(?:(?:please|just|so|now|then|and|but|or) )+(?:${BASE})\\b`,
  'u',
);

const SUBJECT_I = '(?:i|we)';
const CLOSE_TO_YOU = list(`
  house home apartment place door street window car school work job boss employer landlord family wife husband kids? child
  children sons? daughters? baby mother father mom dad parents brother sister girlfriend boyfriend partner neighbou?rs? church
  status papers visa girl boys? bedroom`);
const FUTURE = new RegExp(
  [
    `(?<!(?:my|his|her|their|your|the|a|last|free|good|'s) )\\b(?:will|shall)\\b`,
    `'ll\\b|\\b(?:gonna|gona|finna|imma|wont)\\b`,
    `(?<!(?:was|were|been) (?:not )?)\\b(?:going|goin|about|set|bound|ready|prepared|planning|willing|happy|glad|free|able|due|tempted) to [a-z]`,
    `\\b${SUBJECT_I} (?:am|'m|are|'re) ${ADVERB}[a-z]+(?:ing|in)\\b`,
    `(?:^|[ ,])(?:is|are|'s|'re|be) ${ADVERB}(?:coming|going|waiting|watching|looking|next(?! to\\b)|on (?:its|his|her|their|the|my) way|ready)\\b`,
    `(?<!as you )(?<!(?:a|the|coffee|trash|garbage|paint|gas|spray) )\\b(?:can|may|might|must|should(?:(?=.*\\b(?:${CLOSE_TO_YOU}|irs|immigration|ice|cousins?|brothers?|crew)\\b)|(?! have (?:told|warned|sent|returned|refunded|fixed|delivered)\\b)(?!(?<=\\b${SUBJECT_I} should) (?:not )?have (?!(?:a|an|the|my|you|your|him|her|it|them|some|some[a-z]+) )))|cannot|ought|(?:has|have|needs?|got) to|gotta|better)\\b`,
    `\\b(?:it|that|what|this|there|he|she|they|people|you|i|we|who) (?:would|'d|could|might) ${ADVERB}(?:be|love|like|hate|rather|prefer|enjoy|make|ruin|look)\\b`,
    `(?:^|, )see you\\b|\\byou(?: have| 've)?(?: got)? (?:until|till) |\\b(?:soon|tomorrow|tonight|next (?:week|month|year|time|stop|step|call|letter)|from now on)\\b`,
    `\\best(?:oy|á|án|amos) (?:por|a punto de) \\p{L}+r\\b`,
    `\\b(?:voy|vas|va|vamos|van|vayan?) (?:ya )?a \\p{L}+r(?:l[aeo]s?|me|se|nos|te)*\\b`,
    `\\b(?:p[uo]de(?:mos|s|n)?|puedo|(?<!\\b(?:me|nos) )deben?|debes|t(?:ien|en)(?:e|es|go|emos) que)\\b`,
    `(?<!\\b(?:la|esta|esa|una) )mañana\\b|\\b(?:pronto|la próxima|el próximo|esta noche)\\b`,
  ].join('|'),
  'u',
);
/** Spanish futures and conditionals, by their endings. */
const ENDS_LIKE_FUTURE =
  /(?<!\p{L}|(?:^| )(?:el|la|las|una|de|mi|su) )\p{L}*[aeid]r(?:é|ás|á|emos|án|ías?|ían)(?![\p{L}])/gu;
const isFuture = (own: string): boolean =>
  FUTURE.test(own) ||
  (own.match(ENDS_LIKE_FUTURE) ?? []).some((word) =>
    /r[éáe]/u.test(word) ? !isSpanishPast(word) : isConditional(word),
  );

const CONDITION = new RegExp(
  [
    `(?<!(?:ask|asked|wonder|wondered|see|saw|know|knew|check|checked|tell|told|sure|as|even|what|only) (?:me |us |him |her )?)\\bif\\b(?! (?:not|any)\\b ,)`,
    `\\b(?:unless|otherwise|or else|in case|as long as|so long as|provided that|assuming|should you|were you to|either)\\b`,
    `, or (?:i|we|you|it|the)\\b|\\bor (?:i|we|you) (?:\\w+ )?(?:will|'ll|am|are|can|go|get)\\b`,
    `(?<![\\p{L}])(?:si|salvo que|a menos que|de lo contrario|caso contrario|o si no|en caso de que|mientras no|antes de que|hasta que) (?!bien\\b)(?!\\p{L}+ (?:fue|era|había)\\b)`,
  ].join('|'),
  'u',
);
const WISH = new RegExp(
  [
    `\\b${SUBJECT_I} ${ADVERB}(?:do )?(?:want|need|hope|wish|expect|demand|insist|prefer|pray|trust|ask|require|suggest|advise|beg|urge|wonder|deserve|intend|plan|dare|give you)\\b`,
    `\\b(?:all|what) (?:i|we) (?:want|ask|need)\\b|\\b(?:would|'d) ${ADVERB}(?:like|love|hate|rather|prefer)\\b|(?:\\bis|'s) (?:the|my|our) (?:trade|deal|offer|price)\\b(?! (?:we|you|i)\\b)|\\bmy silence\\b|\\bstays? (?:private|secret|quiet|between)\\b|\\bgod (?:willing|bless|forgive)\\b`,
    `\\b(?:qu(?:ier|er)(?:o|emos)|esper(?:o|amos)|deseo|exi(?:jo|gimos)|p(?:ido|edimos)|necesit(?:o|amos)|quisiera|ojal[aá]|prefiero|ruego|sugiero|recomiendo|aconsejo|conviene|basta|[lt]e doy)(?![\\p{L}])|^que (?:dios|le|te|se)\\b`,
  ].join('|'),
  'u',
);
const ORDER_ES =
  /^(?:por favor )?(?:no )?(?:pague|devuelva|mande|deje|venga|vaya|tenga|piense|cuide|espere|dame|dime|\p{L}+[áéíóú]\p{L}+(?:me|nos|l[aeo]s?|se|te))(?![\p{L}])/u;

/** Hedges, debts and what is sent along: a present that belongs to what happened. */
const STANDS = new Set(
  list(`
  think believe remember understand regret attach enclose mean guess feel swear owe say says claim refuse deny am are is have
  has had 've 'd 'm 're would could should did doubt recall admit miss agree use keep ignore hold charge rent offer
  still never and or who of in at to for with on the a`).split('|'),
);
const DOES_NOT = /^ not (?:have|owe|recall|remember|think|believe|understand|know|accept|dispute|deny|agree|see)\b/u;
const KNOWS_THAT = /^ (?:that )?(?:you|he|she|they|it|we|the|my|your)\b/u;

const PAPER_SAYS = new RegExp(
  `^(?:under|per|according to) (?:[a-z]+ ){0,4}${PAPER}\\b|^(?:[a-z]+ ){1,4}(?:camera|video|recording|footage|photos?|pictures?) shows? (?!(?:where|when|who|how|what) |your (?:${CLOSE_TO_YOU})\\b)|^(?:[\\p{L}']+ ){0,4}${PAPER}(?: \\d\\S*)*(?: of [\\w' ]+?)? ?(?:,|${ADVERB}(?:is|are|has|have|does|do|ended|dice|establece|termina|indica|[a-z]+s)\\b)`,
  'u',
);
const OF_A_DEBT = list(`
  payment check balance account ledger debt bill share refund deposit money amount total sum fee fees rent invoice invoices
  wages pay loan saldo cuenta deuda`);
const THING = `(?:(?:it|this|that|both|copies|copy|photos?|pictures?|receipts?|nothing|none|(?:the|my|our|a|an|each|all|these|those|el|la|los|las|mi|mis|una?)(?: [\\p{L}\\d'$.]+){1,6}?|your (?:${ADVERB})?(?:[a-z]+ )?(?:${OF_A_DEBT}))(?: (?:of|for) (?:(?:the|my|your|our|all) )?[a-z]+| outstanding| due| unpaid)*)`;
const HOW_IT_STANDS = new RegExp(
  `^(?:and |so |but |still |today )*${THING} (?:(?:is|are|'s|remains?|stays?|es|está|están|son) ${ADVERB}(?:(?!armed|interested|bored|tired|worried)[a-z]+ed|${list('broken torn gone lost stolen written paid unpaid sent kept held late due overdue outstanding missing open empty wet short wrong dead useless worth less more one two three four five')}|[\\d$]\\S*|(?:in|with|at|on|above|below|next to) (?:your|(?:the|my)(?! (?:[a-z]+ )?(?:truck|trunk|car|van|hands?|pocket|belt|bag)\\b))\\b|yours|mine|(?:from|for|de)\\b)|(?:comes?|totals?|adds?|amounts?|equals?|stands?|runs?)\\b|(?:does|do) not [a-z]+(?:,|$))`,
  'u',
);
/** Another person as holder ("the lawyer has"), unless a thing of the reader's follows ("your"). */
const OTHER_HAS = `(?:you|s?he|they|(?:the (?!boys|guys|crew)|your )[a-z]+) ${ADVERB}ha(?:s|ve)(?!.* your )`;
const I_HOLD = new RegExp(
  `^(?:and |so |but )*(?:(?:(?:i|we|you) ${ADVERB}(?:have|hold|keep)|${OTHER_HAS})(?: [a-z\\d$'.]+){0,5}? (?:${PAPER}|${OF_A_DEBT}|copy|copies|proof|keys?|parts?|witness(?:es)?|screenshots?|recording|videos?|photos?|messages?|texts?|order)s?\\b(?! (?:of|about|from) your (?:${CLOSE_TO_YOU})\\b)|${OTHER_HAS} (?:my|our) (?!back|word|blessing|machete|knife|number)[a-z]+ ?$)|^(?:you|they|s?he|your [a-z]+) ${ADVERB}owes?\\b(?! \\S+ (?:(?:an?|some|more|your|his|her|their) )?(?:favou?rs?|one(?= ?(?:,|$))|big|than|blood|teeth|tooth|legs?|arms?|eyes?|fingers?|li[fv]es?|sons?|daughters?|wife|house|dogs?)\\b)|^(?:usted(?:es)? |tú )?(?:todavía |aún )?(?:me|nos) debe[ns]?\\b|^(?:i|we) (?:attach|enclose)`,
  'u',
);
const SIGNS_AROUND = /\p{Extended_Pictographic}/u;
const MENACING = /[🔫🔪💣☠💀⚰🩸👊🚔🚓🚨👮🪓🎯🐍🐀🤡💩🖕]/u;

function hasSigns(sentence: string): boolean {
  if (!SIGNS_AROUND.test(sentence)) return false;
  const words = (sentence.match(/[\p{L}\p{N}]+/gu) ?? []).length;
  const bare = sentence.replace(/[\uFE0F\u200D]|[\u{1F3FB}-\u{1F3FF}]/gu, '').trim();
  return (
    words < 3 ||
    MENACING.test(bare) ||
    /^\p{Extended_Pictographic}/u.test(bare) ||
    /(?:\p{Extended_Pictographic}\s*){2}/u.test(bare) ||
    /\b(?:a|an|the|my|your|his|her|their|to|call|calling|bring|you|el|la|su|tu|mi|un|una)\s*\p{Extended_Pictographic}/iu.test(
      bare,
    )
  );
}

/** Names in two scripts stand side by side; two scripts in one word are a disguise. */
const MIXED = /\p{sc=Latin}\p{M}*(?!\p{sc=Latin})[\p{Lu}\p{Ll}]|(?!\p{sc=Latin})[\p{Lu}\p{Ll}]\p{M}*\p{sc=Latin}/u;
const hasMixedScripts = (sentence: string): boolean =>
  MIXED.test(sentence.normalize('NFC').replace(/[\u00B5\u03A9\u03BC]/gu, ''));

/** The words with what parts them, one space between; commas stand for every mark within a sentence. */
function lineOf(sentence: string, form: NormalForm): string {
  const { text, accented } = form;
  const words = wordsOf(sentence, form);
  let line = '';
  let at = 0;
  for (const word of words) {
    let from = at;
    while (from < text.length && (form.places[from] ?? 0) < word.at) from += 1;
    const gap = text.slice(at, from);
    if (/["\u201c\u201d\u00ab\u00bb]/u.test(gap)) line += ' "';
    if (/[,:()]|-\s|\s-|\.\.\./u.test(gap)) line += ' ,';
    if (gap.includes(';')) line += ' ;';
    const to = from + word.form.length;
    line += ` ${text.slice(from, to) === word.form ? accented.slice(from, to) : word.form}`;
    at = from;
    while (at < text.length && (form.places[at] ?? 0) < word.end) at += 1;
  }
  if (/["\u201d\u00bb]/u.test(text.slice(at))) line += ' "';
  return line
    .trim()
    .replace(/(\d) , (?=\d{3}(?!\d))/gu, '$1')
    .replace(
      /\b(the|this|in|of|for|since|last|through|by|on|from|and|to|until|during|before|after|early|late|mid|next|de|en) may\b/gu,
      '$1 month',
    )
    .replace(/\bmay (?=\d)/gu, 'month ');
}

const isReader = (line: string): boolean =>
  /(?:^|[ ,])(?:you|your|yours|usted|ustedes|tu|tus|su|sus|tú|vos)\b/u.test(line);

/** Presents about others: what they are, have or do now; and what the one who tells it has, owns or carries. */
const OTHERS_NOW = new RegExp(
  `(?:^|[ ,])(?:who|he|she|it|they|people|everybody|everyone|somebody|someone|nobody|there) ${ADVERB}(?:'s|'ve|has|have|is|are) (?:got |a |an |room|full|more|[a-z]+ing\\b)|(?:^|[ ,])(?:who|he|she|it|nobody|everybody|everyone|somebody|someone) (?!(?:is|was|has|does|says|owes|costs|uses|needs|'s|still)\\b)${ADVERB}[a-z]{2,}(?<!s)s (?!')|(?<!did not )\\b(?:has|have|'s got|'ve got) (?:(?:a|an) (?!(?:broken (?!nose|legs?|arms?|jaw|neck|bones?)|cracked|crack|hole|leak|dent|defect|photo|picture|copy|video|receipt|recording|text|message|witness|record|note)\\b)|(?:room|some|friends)\\b)|(?:^|[ ,])(?:[a-z]+s) do not (?!${list('work close open fit run match start turn charge lock drain hold cover include have owe exist')})|(?:^|[ ,])i (?:have|own|keep|carry) (?:a|an|two|three|four|friends?|people|some|your)\\b`,
  'u',
);
const CLAUSES = /(?: , | ; | (?:and|but|so|because|y|pero) )+/u;
/** Verbs in the present tense, third person, after a subject without an article. */
const HAPPENS = new RegExp(
  `(?<=(?:^| )(?!(?:the|a|an|my|your|his|her|their|no|of|to) )\\S+ )(?:${list('carries lets happen happens works lives knows takes likes loves reads owns drives waits watches wants tells walks talks hears remembers sees goes comes does makes gets keeps looks')})(?![\\p{L}])`,
  'u',
);
/** Verbs whose present is their past: a day says which. */
const NOW_OR_THEN = /\b(?:they|people|we) (?:put|let|set|cut|hit) (?!(?:my|our|us|me|it in) )/u;
/** Things gathered or thought about the reader, and praise of something of theirs ("your daughter, lovely girl"). */
const ABOUT_YOU =
  /\b(?:pictures?|photos?|pages?|files?|videos?|posts?|threads?|story|stories|numbers?|names?|mail|email|address(?:es)?) (?:about|of|on|for) (?:you\b|your (?!shop|store|company|office|business|work|invoice))|\b(?:thinking|thought|think) (?:about|of) you\b|\b(?:[a-z]{3,}er|worse) [a-z]+ than you(?= (?:over|for)\b|,| ?$)|, (?:nice|lovely|pretty|cute|beautiful) (?:[a-z]+ )?[a-z]+$|\b(?:asked|know|have|has|got) (?:for )?your (?:full )?(?:name|address|plate|schedule)\b|(?:me acordé|pensando|pienso) (?:de|en) (?:usted|ti)(?![\p{L}])/u;

/** Clauses that hang on another. */
const HANGING =
  /(?:^|[ ,])(?:who|that|which|whose|whom|what|where|when|how|why|than|because|since|after|before|while|as|like|(?:everybody|everyone|anybody|anyone|all|people|things?|someone|somebody) (?=(?:i|you|we|he|she|they) ))(?: [^,;]*?)?(?=[,;]|$| and | but )/gu;

/** "A ball that you hit broke my tooth": the clause ends where the next verb of the past stands. */
const RELATIVE = /\b(?:that|which) (?:i|you|we|he|she|they) (?:had )?[\p{L}']+ (?=([\p{L}']+))/gu;
const withoutHanging = (line: string): string =>
  line.replace(RELATIVE, (clause, next: string) => (isPast(next) ? '' : clause)).replace(HANGING, ' ');

/** A clause in the present beside what happened. */
function presentBeside(own: string): ClassCKind | null {
  for (const match of own.matchAll(new RegExp(`(?:^|[ ,])(i|we) (${ADVERB})([\\p{L}']+)`, 'gu'))) {
    const word = match[3] ?? '';
    const rest = own.slice(match.index + match[0].length);
    if (word === 'do' ? DOES_NOT.test(rest) : isPast(word) || STANDS.has(word)) continue;
    if (word === 'know' && KNOWS_THAT.test(rest) && tellsPast(rest.split(' ').slice(0, 9).join(' '))) continue;
    return 'untold';
  }
  for (const match of own.matchAll(
    new RegExp(`(?:^|[,;] |\\b(?:and|but|so|because|now|then|while|where) )you (${ADVERB})([\\p{L}']+)`, 'gu'),
  )) {
    const word = match[2] ?? '';
    const before = match[1] ?? '';
    if (isPast(word) || STANDS.has(word) || /still/u.test(before)) continue;
    return 'reader';
  }
  if (
    /(?:^|[ ,])you (?:are|'re) (?!(?:still )?(?:late|behind|in default|in breach|responsible|liable|required|obligated))/u.test(
      own,
    )
  )
    return 'reader';
  const described = new RegExp(
    `\\byour (?!(?:[a-z]+ )?(?:${OF_A_DEBT}|company|shop|store|business|office)\\b)(?:(?!(?:and|but|you|i|that|which|who|we|he|she|it|they|when|as|so) )[a-z]+ ){1,5}?(?:is|are|'s (?:a|an|the|not|in|at|on|so|very|[a-z]+ing)|(?:has|have) (?:a|an|the|no|two|three|four|his|her|its|to)|does|goes|go|lives?|works?|walks?|takes?|sleeps?|drives?|looks?|leaves|knows|comes|ends|gets|needs)\\b`,
    'u',
  );
  if (described.test(own) || ABOUT_YOU.test(own)) return 'reader';
  if (I_HOLD.test(own) && !CLAUSES.test(own) && !/ve .*your /u.test(own)) return null;
  if (own.split(CLAUSES).some((clause) => HAPPENS.test(clause) && !tellsPast(clause))) return 'untold';
  return OTHERS_NOW.test(own) || (NOW_OR_THEN.test(own) && !DATED.test(own)) ? 'untold' : null;
}

const HAS_FIGURE =
  /\d|[$€£]|^(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|dos|tres|cuatro|cinco|seis) (?!star)|\b(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|june|july|august|september|october|november|december)\b/u;
const SPEAKS_TO =
  /(?:^|[ ,])(?:i|we|you|your|usted|su|tu|is|are|am|'m|'re|'s|be|has|have|do|does|knows?|yo|nosotros|es|son|está|hay|me|who|every[a-z]+|any[a-z]+|gets|goes|comes|makes|takes|works|lives|looks|wants|loves|runs|keeps|buys|drives|sees)(?:[ ,]|$)/u;

/** A line of what a sum is made of: its few words name something, whatever form they have ("Rent for May: $900.00"). */
const ITEM_LINE =
  /^(?:[^\s:.!?]+:? ){0,6}[^\s:.!?]+(?: \([^()]{1,60}\))?: ?-?\$\d[\d,]*(?:\.\d\d)?(?: \([^()]{1,60}\))?[.;]?$/u;
/** Whose the money or paper is, or who paid it: "your deposit", "what I paid you". */
const OF_THE_SUM = new RegExp(
  `(?<![\\p{L}])(?:(?:your|my|our) (?:${OF_A_DEBT}|${PAPER}|half|part|insurer|insurance|advert|ad|order|payments?)|what (?:i|we|you) (?:still )?(?:paid|gave|lent|sent|spent|bought|lost|owed?)(?: (?:you|me|us))?(?: back)?)(?![\\p{L}])`,
  'gu',
);
function isItem(sentence: string, line: string): boolean {
  const named = line.replace(OF_THE_SUM, 'it');
  return ITEM_LINE.test(sentence.trim()) && !SPEAKS_TO.test(named) && !isReader(named);
}

/** A sentence without any past: how things stand, what a paper says, or notes without verbs. */
function standsInPresent(line: string): boolean {
  if (PAPER_SAYS.test(line) || HOW_IT_STANDS.test(line) || I_HOLD.test(line)) return true;
  return HAS_FIGURE.test(line) && !SPEAKS_TO.test(line);
}

/** What the letter says anyway, and nothing beside it: a court may be asked. */
const ASKS_A_COURT =
  /^(?:if [^.!?;,]{0,60},? )?(?:then )?(?:i|we) (?:may|might|will|'ll|can|could|would|am going to|are going to|plan to|intend to) (?:[a-z]+ ){1,5}?(?:court|small claims(?: court)?)(?: to decide| (?:about|for|over) (?:this|it))? ?$|^(?:si [^.!?;,]{0,60},? )?(?:puedo|podemos|podr[ií]a|voy a|vamos a) (?:[a-z]+ ){1,5}?(?:corte|tribunal)(?: que decida)? ?$/u;

const LIMB_OR_RIDE = list(`
  brakes? tires? throat hands? arms? legs? knees? face fingers? nose jaw ribs teeth dogs? cats? pets? horses? house home shed barn garage
  car truck van boat windows?`);
/** An act upon the reader that was thought of or held back: "My brother talked about beating you". Whether it is harm, its verb says. */
export const UNDONE = new RegExp(
  `\\b(?:(?:from|of|about|on|started) [a-z]+ing|(?:not|offered|decided|ready|wanted) to [a-z]+) (?:[a-z]+ )?(?:you|your (?:[a-z]+ )?(?:${LIMB_OR_RIDE}))\\b`,
  'u',
);
/** Harm that the one who tells it did: a boast, whatever day it has. */
const HARMED = new RegExp(
  `(?:^|[ ,])(?:i|we|my [a-z]+(?! [a-z]+ (?:his|her|their) )|friends? of mine) (?!accidentally (?:broke|cut|burn))${ADVERB}(?:have |'ve |once )?(?:(?:slashed|cut|burned|burnt|torched|smashed|poisoned|broke|shot|shot at|killed|keyed) (?:up |down |off )?(?:your|his|her|their) (?:[a-z]+ ){0,2}?(?:${LIMB_OR_RIDE})(?! (?:[a-z]+ )?by (?:accident|mistake))|(?:stabbed|strangled|choked|beat|beat up|punched|shot|shot at|poisoned|killed|hurt) (?:you|him|her|them|somebody|someone|people|men|before|(?:a|the) (?:man|guy|one|last)|your [a-z]+ (?:up|badly))|broke a man|put (?:him|her|them|somebody|someone|a man|men|people) in (?:the |a )?(?:hospital|ground|wheelchair|grave)|did (?:time|\\S+ years)(?= for |$)|(?:was|did time|learned to [a-z]+) in (?:prison|jail)(?! (?:overnight|because you|for (?:a|one|two|three|\d+) (?:days?|nights?)))|(?:sent|paid|hired|asked) (?:[a-z]+ ){0,3}?(?:guys?|m[ae]n|people|some(?:body|one)|brothers?|cousins?|friends?|boys) to (?:visit|find|follow|see|talk to) you(?! about (?:the|my|our) (?!money|debt|rent|pay)))\\b|(?:^|[ ,])(?:le|les|te) (?:corte|ponche|queme|rompi|quebre|parti|pegue|golpee|mate|envenene|cortamos|quemamos|rompimos|pegamos) (?:[a-z]+ ){0,2}?(?:frenos|llantas|cara|dedos|brazos?|piernas?|dientes|casa|carro|camioneta|negocio|perros?|gatos?)\\b|\\bthe last (?:(?:man|guy|fool)(?! (?:that|you|on|in|to|out)\\b)|(?:one|person|tenant|landlord) who (?:owed|cheated|stole|robbed|lied))\\b|\\bover (?:[a-z]+ )?less(?= than this| ?$)|\\bhad you followed\\b|\\btold me (?:when|where) you (?:leave|live|hide|sleep|park|go)\\b`,
  'u',
);
/** What is told of oneself to frighten: watching, following, reporting, getting a weapon. It is past, and no part of the claim. */
const WATCHED = new RegExp(
  `(?:^|[ ,])(?:i|we|my [a-z]+|friends? of mine) ${ADVERB}(?:watched|followed|tracked|counted|photographed|filmed|drove (?:past|by)|walked (?:past|by)|(?:stood|waited) (?:outside|in front of|across from)(?! your [a-z]+ for (?:the|my|our|your) (?:keys?|check|delivery|driver|tow|truck|money|refund)\\b)|parked (?:outside|near|by|across from)|(?:was|were) outside|looked up|found out|filled out|reported|told|called|contacted|messaged|wrote to|spoke (?:to|with)|talked (?:to|with)|passed|visited|saw) (?:[a-z]+ ){0,4}?(?:your (?:[a-z]+ )?(?:${CLOSE_TO_YOU})|you (?:to (?:[a-z]+ )?(?:immigration|ice|irs|police|sheriff|boss|landlord|family)|leave|leaving|come home|sleep|asleep|walk|drive)|where you (?:live|work|sleep|park)|who was (?:in(?! (?:the|my|our) )|home|alone)|immigration|on ice|ice tip|tip line)\\b(?!(?<!\\b(?:immigration|ice|daughters?|kids?|child|children|boss|employer)) (?:[a-z]+ ){0,3}that (?:the|it|my|our) (?:(?!police|brothers|cousins|boys|crew|guys|friends)[a-z]+ ){0,3}(?:was|were|had|would) (?!stolen|illegal))|(?:^|[ ,])(?:i|we) ${ADVERB}(?:(?:found|noticed|learned|remembered) (?:that )?|(?:took|kept) (?:[a-z]+ ){1,3}of )your (?:[a-z']+ )?(?:wife|husband|kids?|child|children|sons?|daughters?|girl|boys?|mother|father|family|visa|status|papers|school|house|home|address|route|schedule)\\b(?! (?:on|in) (?:the|my|our|your) (?:contract|lease|invoice|receipt|check|website|ad))|(?:^|[ ,])(?:i|we) ${ADVERB}(?:gave|sent|passed|handed|showed) (?:[a-z]+ ){0,2}?your (?:name|address|photos?|pictures?|plates?|file|number|information)\\b(?! to (?:the|my|our) (?:insurance|insurer|adjuster|plumber|electrician|shipper|carrier|movers?|driver|tow)\\b)|(?:^|[ ,])your (?:[a-z]+ )?(?:${CLOSE_TO_YOU}|relatives) (?:[a-z]+ ){0,3}?(?:has|have|was|were) (?:been |already )*(?:told|informed|notified|called|contacted)\\b(?! that (?:the|it|my|our) (?!police))|(?:^|[ ,])(?:i|we|my [a-z]+) ${ADVERB}(?:sharpened (?:my|the)|(?:bought|got|borrowed|loaded|cleaned)(?: (?!your )[a-z]+){0,2}) (?:gun|guns|rifle|shotgun|pistol|machete|bat|(?<=my )kni(?:fe|ves))\\b(?! (?:from|at|of) you)|(?:^|[ ,])(?:compre|consegui|cargue|limpie) (?:un|una|mi|la|el) (?:pistola|rifle|escopeta|arma|machete)\\b(?! de)|(?:^|[ ,])(?:di|dimos|mande|pase) (?:su|tu) (?:nombre|direccion|foto|placas?)\\b|(?:^|[ ,])(?:estuve afuera de|estuvimos afuera de|pase|pasamos|segui|vi|vimos|vigile|conte|denuncie|reporte|avise a|llame|hable con|le dije) (?:[a-z]+ ){0,4}?(?:(?:tus?|sus?) (?:casa|hij[oa]s?|esposa|esposo|mujer|familia|jefe|trabajo|carro|escuela|vecinos)|migracion|la migra)\\b`,
  'u',
);

/** @returns what a sentence is instead of telling; `null` for one that tells */
export function untoldKind(sentence: string, kind: AccountKind = 'story', isQuoted = false): ClassCKind | null {
  if (hasSigns(sentence)) return 'signs';
  if (hasMixedScripts(sentence)) return 'mixed';
  const read = lineOf(sentence, normalForm(sentence));
  // What stands before the closing mark is still what somebody else said.
  const line = isQuoted ? read.replace(/^[^"]*"?/u, ' , ').trim() : read;
  if (isQuoted && /^[ ,]*$/u.test(line)) return null;
  if (line === '' || ASKS_A_COURT.test(line)) return null;
  const { own, whole } = spoken(line);
  if (/\?["'”’)\s]*$/u.test(sentence) ? !/["”»]\s*$/u.test(sentence) || own === line : /^\s*¿/u.test(sentence))
    return 'question';
  if ((CONDITION.test(own) && !isPastCondition(own)) || waits(own)) return 'condition';
  if (kind === 'sums' && isItem(sentence, line)) return null;
  if (isFuture(own) || /\bshould (?:not )?have (?:told|warned) (?!(?:me|us|you)\b)/u.test(line)) return 'future';
  if (WISH.test(own)) return 'wish';
  if (ORDER.test(own) || ORDER_ES.test(own)) return 'order';
  // "The deposit." says what a sum is made of.
  if (kind === 'sums' && !isReader(line) && (HAS_FIGURE.test(line) || !SPEAKS_TO.test(line))) return null;
  const bare = line.normalize('NFD').replace(/\p{M}/gu, '');
  if (WATCHED.test(bare) || HARMED.test(bare)) return 'reader';
  const beside = presentBeside(own);
  const isTold = () => beside || REPORTED.test(line) || tellsPast(withoutHanging(whole)) || HEDGED.test(line);
  if (standsInPresent(line) || (tellsPast(whole) && isTold())) return beside;
  return isReader(line) ? 'reader' : 'untold';
}

/** A sentence whose own verb says how sure it is of what hangs on it. */
const HEDGED = new RegExp(
  `^(?:and |but |so |now |yet )*(?:i|we|it) ${ADVERB}(?:think|believe|remember|understand|regret|mean|guess|feel|swear|admit|recall|know (?:that )?(?:the|you|he|she|it|we|they)|am sure|'m sure|is|'s)\\b|^(?:when|after|before|because|since|while|as|although|though|once)\\b`,
  'u',
);

/** Clauses of time: told where their verb is past, else what must happen first; a few words behind "my" have no verb. */
const AFTER_A_THING = /^(?:before|after) (?:my|your)(?: (?!brothers?|cousins?|crew|boys|guys|friend)[a-z]+){1,2} ?$/u;
const WAITS_FOR =
  /\b(?:until|till|before|once|when|whenever|by the time|after) (?:you|i|we|he|she|they|it|your|my) [^,;]*/gu;
const waits = (own: string): boolean =>
  [...own.matchAll(WAITS_FOR)].some(
    ({ 0: clause, index }) => !tellsPast(clause) && !(AFTER_A_THING.test(clause) && tellsPast(own.slice(0, index))),
  );

/** A condition of the past is part of what happened: no modal, a past on both sides of it, no advice ("if I were you"). */
const NO_PAST_CONDITION = /\b(?<!i )(?:would|could|might)\b|would (?!not have)|'d\b|\bif i w(?:as|ere) you\b/u;
const isPastCondition = (own: string): boolean => {
  const found = CONDITION.exec(own);
  return found?.[0] === 'if' && !isFuture(own) && !NO_PAST_CONDITION.test(own) && tellsPast(own.slice(found.index));
};
