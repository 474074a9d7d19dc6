/**
 * What no answer to a visitor may hold: traces of how the program is made. Looked for in refusals only; other answers
 * hold what people typed.
 */
const INTERNAL =
  /\n\s+at |node:internal|node_modules|\.(?:ts|mjs|cjs):\d|\bfile:\/\/|\/(?:home|root|tmp|work|usr|var)\/|kysely|pg-protocol|postgres|\bpino\b|fastify|FST_|\bZod|invalid_type|ECONN|EPIPE|ENOENT|(?:Type|Range|Syntax|Reference)Error|Unexpected token|is not a function|\bundefined\b|\[object |\brelation "|column "|constraint "|violates|\bclaims\.[a-z_]+\b|\bselect\s.+\sfrom\s|insert into/i;

/** @returns the internal detail that a refusal contains, `null` when there is none */
export const findInternalDetail = (status: number, text: string): string | null =>
  status < 400 ? null : (INTERNAL.exec(text)?.[0] ?? null);

/** What an answer says that is no refusal of the catalogue, `null` when it is one. */
export function findUnknownRefusal(status: number, text: string): string | null {
  const word = findInternalDetail(status, text);
  if (word) return `the refusal says ${JSON.stringify(word)}`;
  return null;
}
