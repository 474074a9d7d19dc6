/** Forms of the past that no ending gives away. */

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/u));

/** Forms that are a verb of the past and nothing else. */
export const FINITE = words(`
  was were had did gave took came went broke wrote fell saw knew ran stole threw began rode rose shook spoke swore
  swam tore woke wore withdrew became blew chose drew drank drove ate flew forgot froze grew sank`);

/** The same in the present: past where the subject or a day says so. */
export const SAME_AS_PRESENT = words(`
  read shut cost cut hit hurt let put quit set split spread burst bet beat cast upset`);

/** Participles that are no past by themselves. */
export const PARTICIPLES = words(`
  been done given taken gone broken bitten written fallen seen known stolen thrown begun hidden shaken shown spoken
  sworn torn worn withdrawn blown chosen drawn driven eaten flown forgotten frozen grown beaten drunk forgiven come
  become run overcome`);

/** Past and participle in one, and how some are misspelt. */
const BOTH = words(`
  said told kept left sent paid made got gotten found bit sold bought lost met brought thought taught caught fought
  built lent spent bent felt heard held hung hid led lay laid meant shot showed sat slept stood struck swept
  understood won wound dug forgave rid stuck fed fled ground burnt misled mistook rebuilt repaid undid lied died tied
  backed brok wrot sayd payd tookd cashd gived wasnt didnt werent hadnt couldnt wouldnt sed kep sented bawt cud`);

/** Whether an English word is a past of an irregular verb. */
export const isIrregularPast = (word: string): boolean =>
  FINITE.has(word) || BOTH.has(word) || SAME_AS_PRESENT.has(word) || PARTICIPLES.has(word);

const IRREGULAR_ES = words(`
  fue fueron fui fuimos eran éramos hizo hice hicieron hicimos dijo dije dijeron tuvo tuve tuvieron estuvo estuve
  estuvieron pudo pude pudieron puso puse pusieron quiso quise vino vine vinieron dio dieron vio vi vieron supo supe trajo
  traje trajeron hubo anduvo condujo produjo cayó iba iban íbamos había habían he ha han hemos quedó choco llego
  pago cobro dejo firmo compro vendio rompio prometio recibio entrego perdio mordio dio hize dise`);
/** Nouns and adverbs that end like a past. */
const NO_VERB = words(`
  día días vía vías policía compañía garantía todavía mía mías tía tías guía avería mayoría batería cafetería panadería
  carnicería ferretería lavandería tubería fotografía energía categoría alcaldía economía maría lucía garcía qué café bebé sé
  porqué josé té esté aquí así allí ahí mí sí casi ciudadanía mercancía cerrajería librería tutoría vergüenza galería
  acaban graban alaban tintorería peluquería mueblería sangría alegría aló`);
const CONDITIONAL = /[aeid]rías?n?$/u;
/** Verbs whose imperfect ends like a conditional. */
const NO_CONDITIONAL = /^(?:quer|requer|prefer|mor|corr|ocurr|sufr)ía/u;
const FUTURE_I = /[aeid]ré$/u;
/** Verbs whose past of the first person looks like a future. */
const PAST_I =
  /^(?:mi|ti|reti|espe|prepa|repa|sepa|gi|pa|acla|decla|admi|ope|ente|recupe|conside|libe|compa|enca|compra|ent|most)ré$/u;
const ENDING = /(?:[óéí]|aste|iste|aron|ieron|yeron|jeron|aba|abas|aban|ábamos|ía|ías|ían|íamos)$/u;

/** Whether a Spanish word, with its accents, is a verb in the conditional. */
export const isConditional = (word: string): boolean =>
  CONDITIONAL.test(word) && !NO_VERB.has(word) && !NO_CONDITIONAL.test(word);

/** Whether a Spanish word, with its accents, is a verb of the past. */
export function isSpanishPast(word: string): boolean {
  if (IRREGULAR_ES.has(word)) return true;
  if (word.length < 3 || NO_VERB.has(word) || !ENDING.test(word) || isConditional(word)) return false;
  return !FUTURE_I.test(word) || PAST_I.test(word);
}
