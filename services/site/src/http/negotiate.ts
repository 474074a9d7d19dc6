export type Encoding = 'br' | 'gzip' | 'identity';

/** The smallest form the browser takes. Weights are honoured as far as a refusal (`br;q=0`). */
export function chooseEncoding(header: string | undefined): Encoding {
  if (!header) return 'identity';
  const accepts = (name: string) =>
    header.split(',').some((part) => {
      const [coding, weight] = part.trim().toLowerCase().split(';');
      return coding === name && !/^\s*q=0(\.0*)?$/.test(weight ?? '');
    });
  if (accepts('br')) return 'br';
  return accepts('gzip') ? 'gzip' : 'identity';
}

/** Weak comparison of `If-None-Match`, as a cache in between may have weakened the tag. */
export const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header === '*' || header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag));
