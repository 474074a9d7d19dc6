import { composeLetter } from '@redress/domain/letter';
import { aClaim } from '../../testing/claims.ts';
import { assertPrintable } from './letter-gate.ts';
import { createLetterThreads } from './letter-threads.ts';
import type { ClaimRulings } from './letter-work.ts';

const NO_RULINGS: ClaimRulings = { kept: new Set(), cut: new Set(), facts: new Set(), looks: new Map(), refused: [] };
const LONG = 'He took the money for the roof, but the work was never done. '.repeat(500);

it('gives the same letter from a thread as on the loop', async () => {
  const threads = createLetterThreads();
  const input = {
    data: aClaim({ claimDescription: LONG.slice(0, 19_000) }),
    state: null,
    dates: { letterDay: '2026-05-01' },
  };
  const kept = { ...NO_RULINGS, kept: new Set(['0'.repeat(16)]) };
  expect(await threads.run('compose', { input, rulings: kept })).toEqual(composeLetter(input));
  await threads.close();
});

it('distinguishes a missing answer from a busy thread', async () => {
  const threads = createLetterThreads();
  const input = { data: { claimDescription: LONG }, state: null, dates: { letterDay: '2026-05-01' } };
  await expect(threads.run('compose', { input, rulings: null })).rejects.toThrow('task:RangeError');
  await threads.close();
});

it('lets nothing through to the printer when the thread dies, and looks at short texts all the same', async () => {
  const threads = createLetterThreads({ workerUrl: new URL('./no-such-worker.ts', import.meta.url) });
  await expect(assertPrintable(threads, { text: LONG, composed: '' }, NO_RULINGS)).rejects.toMatchObject({
    code: 'OVERLOADED',
  });
  await expect(assertPrintable(threads, { text: 'He paid.', composed: '' }, NO_RULINGS)).resolves.toBeUndefined();
  await threads.close();
});
