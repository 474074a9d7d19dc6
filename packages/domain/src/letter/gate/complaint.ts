/** Complaints in the present, and without a verb: "You refuse to return it", "No refund". Only listed ones: others in the present may be veiled threats. */
import data from '../../../data/complaints.json' with { type: 'json' };

const parts = new Map(Object.entries(data.parts));
const withParts = (pattern: string): string =>
  pattern.replace(/<([A-Z]+)>/gu, (_, name: string) => withParts(parts.get(name) ?? ''));
/** One after the other: an engine takes much longer to make one of them all. */
const COMPLAINTS = data.sentences.map((pattern) => new RegExp(`^(?:${withParts(pattern)})$`, 'u'));
const complains = (clause: string): boolean => COMPLAINTS.some((pattern) => pattern.test(clause));

/** @param clauses - the words that were meant, clause by clause; behind the first one its subject may be left out */
export const isComplaint = (clauses: readonly string[]): boolean =>
  clauses.every((clause, at) => clause.length < 90 && (complains(clause) || (at > 0 && complains(`you ${clause}`))));
