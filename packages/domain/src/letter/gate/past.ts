/** Forms of the past that no ending gives away (`data/past-forms.json`). */
import forms from '../../../data/past-forms.json' with { type: 'json' };

/** Forms that are a verb of the past and nothing else. */
export const FINITE: ReadonlySet<string> = new Set(forms.finite);

/** The same in the present: past where the subject or a day says so. */
export const SAME_AS_PRESENT: ReadonlySet<string> = new Set(forms.same_as_present);

/** Participles that are no past by themselves. */
export const PARTICIPLES: ReadonlySet<string> = new Set(forms.participles);

/** Past and participle in one, and how some are misspelt. */
const BOTH: ReadonlySet<string> = new Set(forms.both);

/** Whether an English word is a past of an irregular verb. */
export const isIrregularPast = (word: string): boolean =>
  FINITE.has(word) || BOTH.has(word) || SAME_AS_PRESENT.has(word) || PARTICIPLES.has(word);

/** The same, of a word that stands alone: not those that are nouns or a present as well. */
export const isSurePast = (word: string): boolean =>
  FINITE.has(word) || (BOTH.has(word) && !/^(?:ground|wound|lay|led|rid|meant|slept)$/u.test(word));

const IRREGULAR_ES: ReadonlySet<string> = new Set(forms.irregular_es);
/** Nouns and adverbs that end like a past. */
const NO_VERB: ReadonlySet<string> = new Set(forms.no_verb_es);
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
