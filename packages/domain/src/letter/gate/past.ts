/** Forms of the past that no ending gives away. */

/** English: past and participle of irregular verbs, and how they are often misspelt. */
export const IRREGULAR_PAST: ReadonlySet<string> = new Set(
  `was were had did been done said told gave given took taken came went gone kept left sent paid made got gotten found broke
  broken bit bitten sold bought wrote written lost fell fallen saw seen knew known ran met stole stolen threw thrown began
  begun brought thought taught caught fought built lent spent bent dealt felt heard held hung hid hidden led lay laid meant
  read rode ridden rang rose risen sought shook shaken shot showed shown shut sat slept slid spoke spoken stood struck swore
  sworn swept swam taught tore torn told understood woke won wore worn wound withdrew withdrawn became became blew blown
  chose chosen cost cut dug drew drawn drank drove driven ate eaten flew flown forgot forgotten forgave froze frozen grew
  grown hit hurt let lit put quit rid sang sank set split spread stuck stung sprang burst bet beat beaten bred bled cast
  clung crept dove fed fled forbade ground knelt leapt learnt burnt spilt spoilt overheard undertook misled mistook oversaw
  resold rebuilt repaid rewrote redid undid undercut withheld wept wed upset lied died tied backed let
  brok wrot sayd payd tookd cashd gived wasnt didnt werent hadnt couldnt wouldnt sed kep sented bawt cud`.split(/\s+/u),
);

/** Participles that are no past by themselves. */
export const PARTICIPLES: ReadonlySet<string> = new Set(
  `been done given taken gone broken bitten written fallen seen known stolen thrown begun hidden ridden rung risen sought
  shaken shown spoken sworn swum torn worn withdrawn blown chosen drawn drunk driven eaten flown forgotten forgiven frozen
  grown beaten come become run overcome`.split(/\s+/u),
);

/** Forms that are a verb of the past and nothing else. */
export const FINITE: ReadonlySet<string> = new Set(
  `was were had did went came took saw knew gave ran began fell ate drove wrote broke stole threw grew flew spoke swore tore
  wore chose froze forgot rode shook became blew drew drank rang rose sang sank sprang swam woke withdrew`.split(
    /\s+/u,
  ),
);

const IRREGULAR_ES = new Set(
  `fue fueron fui fuimos era eran éramos hizo hice hicieron hicimos dijo dije dijeron tuvo tuve tuvieron estuvo estuve
  estuvieron pudo pude pudieron puso puse pusieron quiso quise vino vine vinieron dio di dieron vio vi vieron supo supe trajo
  traje trajeron hubo anduvo condujo produjo cayó iba iban íbamos había habían he ha han hemos has quedó choco llego
  pago cobro dejo firmo compro vendio rompio prometio recibio entrego perdio mordio dio hize dise`.split(/\s+/u),
);
/** Nouns and adverbs that end like a past. */
const NO_VERB = new Set(
  `día días vía vías policía compañía garantía todavía mía mías tía tías guía avería mayoría batería cafetería panadería
  carnicería ferretería lavandería tubería fotografía energía categoría alcaldía economía maría lucía garcía qué café bebé sé
  porqué josé té esté aquí así allí ahí mí sí casi ciudadanía mercancía cerrajería librería tutoría vergüenza galería
  acaban graban alaban tintorería peluquería mueblería sangría alegría aló`.split(/\s+/u),
);
const CONDITIONAL = /[aeid]rías?n?$/u;
const FUTURE_I = /[aeid]ré$/u;
/** Verbs whose past of the first person looks like a future. */
const PAST_I =
  /^(?:mi|ti|reti|espe|prepa|repa|sepa|gi|pa|acla|decla|admi|ope|ente|recupe|conside|libe|compa|enca|compra|ent|most)ré$/u;
const ENDING = /(?:[óéí]|aste|iste|aron|ieron|yeron|jeron|aba|abas|aban|ábamos|ía|ías|ían|íamos)$/u;

/** Whether a Spanish word, with its accents, is a verb of the past. */
export function isSpanishPast(word: string): boolean {
  if (IRREGULAR_ES.has(word)) return !/^(?:has|era|di)$/u.test(word);
  if (word.length < 3 || NO_VERB.has(word) || !ENDING.test(word)) return false;
  if (CONDITIONAL.test(word) && !/^(?:quer|requer|prefer|mor|corr|ocurr|sufr)ía/u.test(word)) return false;
  return !FUTURE_I.test(word) || PAST_I.test(word);
}
