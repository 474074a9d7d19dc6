import { expect, test } from '../support/test.ts';
import { PARTS } from './parts.ts';
import { createPrograms } from './programs.ts';

/** Parts that fit into a few seconds each, shortened; the others take minutes and run by `npm run attack`. */
const SHORT = ['matrix', 'decoders'];

for (const part of PARTS.filter(({ name }) => SHORT.includes(name)))
  test(`finds nothing: ${part.about}`, async ({ program }) => {
    // A thousand requests and eleven threads: half a minute, on a machine that does nothing else.
    test.setTimeout(180_000);
    const programs = createPrograms(program);
    try {
      const rows = await part.run({ ...programs, seed: 1, seconds: 1, bodies: 1, isShort: true, say: () => {} });
      expect(rows.filter(({ found }) => found.length > 0)).toEqual([]);
      expect(rows.every(({ count }) => count > 0)).toBe(true);
    } finally {
      await programs.stop();
    }
  });
