/**
 * What no answer to a visitor may hold: traces of how the program is made. Looked for in refusals only; other answers
 * hold what people typed.
 */
const INTERNAL =
  /\n\s+at |node:internal|node_modules|\.(?:ts|mjs|cjs):\d|\bfile:\/\/|\/(?:home|root|tmp|work|usr|var)\/|kysely|pg-protocol|postgres|\bpino\b|fastify|FST_|\bZod|invalid_type|ECONN|EPIPE|ENOENT|(?:Type|Range|Syntax|Reference)Error|Unexpected token|is not a function|\bundefined\b|\[object |\brelation "|column "|constraint "|violates|\bclaims\.[a-z_]+\b|\bselect\s.+\sfrom\s|insert into/i;

/** @returns the internal detail that a refusal contains, `null` when there is none */
export function findInternalDetail(status: number, text: string): string | null {
  const [word] = (status >= 400 && INTERNAL.exec(text)) || [];
  return word ? `says ${JSON.stringify(word)} in a refusal of ${status}` : null;
}
