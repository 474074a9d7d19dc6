/**
 * Which sentences announce something. A sentence is written as the classes of its words (`vocabulary.ts`): "If you do not pay
 * I will call the police" is `CU.NAIMVP`. The rules are read over that: short, without nested repetition, so that the
 * time they take grows with the sentence alone.
 */
import { CLASS_B_KINDS, type ClassAKind, type ClassBKind } from './kinds.ts';
import { topicClass } from './vocabulary.ts';

/** Reported speech or the distant past: a report, not an announcement, as "will be told" is one. */
export const isReportedSpeech = (classes: string): boolean => /(?:^|[^IB])(?<!UD)T/u.test(classes);
const PAST = /[D4]|mN?HE|(?<!B)T|(?<![BH])(?<![BH]N)E/u;
export const isPast = (classes: string): boolean => PAST.test(classes);

const matchers = new Map<string, readonly RegExp[]>();

/** The ways to announce an act about a topic; `@` stands for the topic. */
const ANNOUNCED = [
  // I will (may, am going to …) call, tell, send … @. Not: you may call.
  '(?<!U)(?<!UN)[Mm][^T]{0,10}[Vf][^T]{0,8}@',
  'I[^DET]{0,2}M[^DETO]{0,8}@',
  // I am calling … @; calling @ is my next step.
  'IB[^DET]{0,4}[VfA][^DET]{0,8}@',
  // @ will hear of it, will be called, would love to know.
  '@[^DETO]{0,4}[Mm](?!N)[^O]{0,5}[VfABEGSX]',
  // Expect @; think about @; do not make me @; how would @ …
  '[SFh][^DETO]{0,8}@',
  '[mS][^DT]*C[^DT]*@',
  // Before I go to @.
  'C[^DETO]{0,3}@(?![^DT]{0,3}[ETDN])',
  // My next step is @, and the other way round.
  'J[^DETO]{0,6}@',
  '@[^DETO]{0,6}J',
  // I have not been to @ yet.
  'I[^T]*@[^T]*Z|Z[^T]*I[^T]*@',
];
/** With nothing past in the sentence. */
const PRESENT = ['@[^]*W', 'W[^]*@', '^[VfA][^]{0,3}@'];

function compiled(list: readonly string[], topic: string): readonly RegExp[] {
  const key = `${list.length}${topic}`;
  const known = matchers.get(key) ?? list.map((pattern) => new RegExp(pattern.replaceAll('@', topic), 'u'));
  matchers.set(key, known);
  return known;
}

/** Whether the sentence says that something about the topic is to come. */
function announces(classes: string, topic: string): boolean {
  if (!(topic.length === 1 ? classes.includes(topic) : compiled(['@'], topic)[0]?.test(classes))) return false;
  if (isReportedSpeech(classes)) return false;
  if (compiled(ANNOUNCED, topic).some((pattern) => pattern.test(classes))) return true;
  return (
    !isPast(classes) && !classes.includes('O') && compiled(PRESENT, topic).some((pattern) => pattern.test(classes))
  );
}

const any = (classes: string, patterns: readonly RegExp[]): boolean =>
  patterns.some((pattern) => pattern.test(classes));

const PROSECUTION = [/[Mm](?!N)[^T]{0,8}Q/u, /Q[^DT]{0,3}[Mm]/u, /Q[^T]{0,4}J/u];
const VIOLENCE = [
  /(?:(?:^|[^U])I?[Mm]|CI)[^DT]{0,5}X[^T]{0,3}[UYKLy]/u,
  /^[^UDET]{0,2}X[^TBE]{0,2}(?:[YKy]|U(?!E))/u,
  /h[^T]{0,6}[XEp]/u,
  /IMU[^T]{0,2}X|[Mm]HUX|U[Mm]B{1,2}X|IXt|L[Mm]B?X|[Mm][^DT]{0,2}Y\.?X|IM[^DTa]{0,3}X[^Ta]{0,3}[sc]/u,
  /C[^DETI]{0,4}Y[^DET]{0,3}X/u,
  /e$/u,
  /4[^DT]{0,3}(?:X[^T]{0,2}[UYKLy]|x)/u,
  // Stories of harm to another debtor.
  /t[^T]{0,5}(?:j.*[xduvXQ]|[xduvXQ].*j)|[xduvXQ].*tj/u,
];
const HOME = [
  /n[^T]{0,6}L/u,
  /GL[^DET]{0,2}W/u,
  /(?:I|^)[^DETgU]{0,4}(?:[Mm][^DETg]{0,6}B|[MmB][^DETg]{0,6}[GVA])[^DETg]{0,6}L/u,
  /I[^DETgU]{0,3}[GAV][^DETg]{0,5}L/u,
  /[SCJFW][^DETg]{0,8}[GSAV][^DETgU]{0,4}L/u,
  /S[^DETg]{0,6}L/u,
];
const CHILDREN = [
  /[pX][^T]{0,4}[Ky]/u,
  /[Ky][^ET]{0,3}[Mm][^T]{0,4}[pXud]/u,
  /[Ky][^T]{0,3}[Mm]N?A/u,
  /n[^T]{0,6}[Ky]/u,
  /[Sh][^T]{0,8}[Ky]/u,
  /w[^DET]{0,8}[Ky]|[Ky][^T]{0,8}w/u,
  /IM[^T]{0,6}[GX][^T]{0,2}[Ky]/u,
  // Children on their way from school; picking them up and being paid for it is a service.
  /^(?!.*[DEgTb]).*[Ky].*5/u,
];

function announcesImmigration(classes: string): boolean {
  if (isReportedSpeech(classes)) return false;
  // "ice" alone is frozen water unless it is called.
  const named = classes.replace(/(?<=V[^DET]{0,3})i/gu, 'R').replace(/aR|IB\.?[Rr]/gu, 'k');
  if (/r/u.test(named) && !/I[^T]{0,4}r/u.test(named.replace(/^I[A.]{0,3}/u, '')) && !/D/u.test(named)) return true;
  if (announces(named, 'R') || announces(named, 'r') || /ImN?H[^T]{0,6}[Rrk]/u.test(named)) return true;
  return /R/u.test(named) && /[YUMmCSJFW]/u.test(named) && !isPast(named);
}

/** Body, weapon or death, and the other side, in what is to come. What they shall pay for an injury is no threat. */
function endangers(classes: string): boolean {
  if (/U[^DT]{0,3}[Mm][^T]{0,3}z|^[^I]{0,3}z.*C/u.test(classes)) return true;
  if (!isPast(classes) && /I[^Nb]{0,5}v/u.test(classes)) return true;
  // "Pay" and "if you do not pay" say when, "you must pay for" what.
  if (isPast(classes) || /[Og]|(?<!^|N)b/u.test(classes)) return false;
  return /Y.?d.*[MmCSFh]|[MmCSFh].*Y.?d|v.*[CF]|U[^I]{0,3}[MmCB][^a]{0,5}u|h.*[dvu]|d.*h|U[^I]{0,4}[Mm].{0,4}X?u/u.test(
    classes,
  );
}

/** Words beside a topic (police, immigration) that make it more than a name. `HOLDS_OR_OWES` takes facts out: "the detective has my laptop". */
const SAYS_MORE = /[UYyKMmCSFJhWBVfAGXIbn?]|.{7}/u;
const HOLDS_OR_OWES =
  /^(?:[.aBIOjbc]*(?:[BH]N?a*|[bj][.j]*)[PQ]+|I\.?P|[.a]{0,3}[PQ]+[.a]{0,4}N?[BHb])[.aBHNEDTObjcsd]*(?:U\.?[Eb][.aIOEc]*)?$|^(?:I|[aY]3?\.?)BQ[^MmVCSFJWXnhpQU?]*$/u;
const says = (classes: string, topic: string): boolean =>
  classes.includes(topic) && !isPast(classes) && SAYS_MORE.test(classes) && !HOLDS_OR_OWES.test(classes);
/** "I was about to call the police when you came out": what was left undone, and a past of others after it. */
export const isLeftUndone = (classes: string): boolean =>
  /^[.aWED]*I(?:D\.?M|m)(?:[Vf][^IMmCSFJWXx4?]{0,3}[PQ]|Q)[.aUYKEDNscgbO]*[ED][.aUYKEDNscgbO]*$/u.test(classes);

/** Which kinds of class A a sentence is of. */
export function classAKinds(classes: string): readonly ClassAKind[] {
  const kinds: ClassAKind[] = [];
  const isReported = isReportedSpeech(classes);
  const past = isPast(classes);
  if (
    announces(classes, 'P') ||
    (says(classes, 'P') && /^(?!.*O)|P[Mm][^O]*U/u.test(classes)) ||
    (!isReported && /[MmCF][^DET]{0,6}fO/u.test(classes))
  )
    kinds.push('police');
  if (
    (!isReported && (any(classes, PROSECUTION) || says(classes, 'Q'))) ||
    (/[qQ]/u.test(classes) && announces(classes, '[qQ]'))
  )
    kinds.push('prosecution');
  if (announcesImmigration(classes)) kinds.push('immigration');
  if (
    !isReported &&
    ((classes.includes('x') && (!past || /[Mm]/u.test(classes))) || any(classes, VIOLENCE) || endangers(classes))
  )
    kinds.push('violence');
  if (!isReported && (!past || /[MmWC4]/u.test(classes)) && (classes.includes('l') || any(classes, HOME)))
    kinds.push('home');
  if (
    !isReported &&
    ((/(?<!^IH|ac)w/u.test(classes) && !past && /[UYyKnMm]|^(?!.*ac)[^I]*[CSFJh?]/u.test(classes)) ||
      any(classes, CHILDREN))
  )
    kinds.push('children');
  return kinds;
}

/** Which kinds of class B a sentence is of. */
export function classBKinds(classes: string): readonly ClassBKind[] {
  const isOpen = !isPast(classes) && !/[Og]/u.test(classes);
  return CLASS_B_KINDS.filter((kind) => {
    const topic = kind === 'family' ? `[y${topicClass(kind)}]` : topicClass(kind);
    if (![...topic].some((one) => classes.includes(one) && one !== '[' && one !== ']')) return false;
    if (kind === 'insult')
      return new RegExp(`[UY][^ET]{0,6}${topic}|^[^T]{0,3}${topic}.{0,2}$|${topic}[UY]`, 'u').test(classes);
    if (kind === 'health' || announces(classes, topic)) return true;
    // Some topics are pressure whatever is said to come; people may also just come to pick something up.
    return isOpen && (PRESSURE.has(kind) ? /[IMmSCJWFh?]/u : /[ISCJ?]|UM|MM|^M/u).test(classes);
  });
}

const PRESSURE = new Set(CLASS_B_KINDS.filter((kind) => !/^(?:employer|family|neighbors|health|insult)$/u.test(kind)));

/** Whether there is anything in a sentence that a rule could be about. */
export const hasTopic = (classes: string): boolean => /[PQqRriXxLlKwyhedzuvO\uE000-\uE010]/u.test(classes);
