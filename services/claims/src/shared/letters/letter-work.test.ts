import { findState } from '../reference/tax.ts';
import { sentenceKey } from '@redress/domain/letter-gate';
import { aClaim } from '../../testing/index.ts';
import { sentenceHash } from './sentence-hash.ts';
import { letterWork } from './letter-work.ts';

it('leaves a kept sentence about the other side out of the papers until an operator has found it a fact', () => {
  const home = 'You live in a big house on Oak Street.';
  const data = aClaim({ claimDescription: `You kept my deposit of $500 on March 3. ${home}` });
  const printed = (facts: readonly string[]) =>
    JSON.stringify(
      letterWork('papers').run({
        packageId: 'full-trial',
        input: { data, state: findState('IL'), madeOn: '2026-11-27' },
        rulings: {
          kept: new Set([sentenceKey(home)]),
          cut: new Set(),
          facts: new Set(facts),
          looks: new Map(),
          refused: [],
        },
      }),
    );
  expect(printed([])).toContain('You kept my deposit');
  expect(printed([])).not.toContain('big house');
  expect(printed([sentenceHash(home)])).toContain('big house');
});
