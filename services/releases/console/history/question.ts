/** What the ledger is searched by, as the address holds it: a search is a link, and a reload keeps it. */
export interface Question {
  who: string;
  what: string;
  remote: string;
  text: string;
  /** Instants, ISO 8601; `''` for none. */
  from: string;
  until: string;
  /** Entries before this number; `''` for the newest. */
  before: string;
}

const EMPTY: Question = { who: '', what: '', remote: '', text: '', from: '', until: '', before: '' };
const NAMES = Object.keys(EMPTY) as (keyof Question)[];

/** @param item - of the address: `who=ann&what=rollback`; what cannot be read is nothing */
export function readQuestion(item: string | null): Question {
  const given = new URLSearchParams(item ?? '');
  const read = Object.fromEntries(NAMES.map((name) => [name, given.get(name) ?? ''])) as unknown as Question;
  return { ...read, before: /^\d{1,9}$/.test(read.before) ? read.before : '' };
}

/** What the address holds for all of the ledger. */
export const LEDGER = 'ledger';

export const writeQuestion = (question: Partial<Question>): string =>
  new URLSearchParams(NAMES.flatMap((name) => (question[name] ? [[name, question[name]]] : []))).toString() || LEDGER;

/** Whether something is looked for, on whichever page. */
export const isSearch = (question: Question): boolean => writeQuestion({ ...question, before: '' }) !== LEDGER;
