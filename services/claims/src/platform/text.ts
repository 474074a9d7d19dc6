export type Text = (key: string, values?: Record<string, string | number>) => string;

/** A tree of sentences: `{ errors: { badRequest: '…' } }`. */
export interface Catalogue {
  readonly [key: string]: string | Catalogue;
}

function find(catalogue: Catalogue, key: string): string | undefined {
  let node: string | Catalogue | undefined = catalogue;
  for (const part of key.split('.')) {
    if (typeof node !== 'object' || !Object.hasOwn(node, part)) return undefined;
    node = node[part];
  }
  return typeof node === 'string' ? node : undefined;
}

/**
 * Sentences by key; the first catalogue that has the key speaks, so a language that lacks one falls back to English.
 * @returns the key itself when nobody has it: visible, and found by the test over all keys
 */
export const createText =
  (catalogues: readonly Catalogue[]): Text =>
  (key, values = {}) => {
    let sentence: string | undefined;
    for (const catalogue of catalogues) sentence ??= find(catalogue, key);
    return (sentence ?? key).replace(/\{(\w+)\}/g, (whole, name: string) =>
      Object.hasOwn(values, name) ? String(values[name]) : whole,
    );
  };
