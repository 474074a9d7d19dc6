import type { LedgerEntry } from '@redress/contracts/release-api';
import { aReleaseWorld, MANAGER, operationsOf, type ReleaseWorld } from '../testing/index.ts';
import { searchLedger, type LedgerQuestion } from './search.ts';

const PLAIN = { role: 'developer', subject: 'production', detail: {}, previous: '' } as const;
let world: ReleaseWorld;
beforeAll(async () => {
  world = await aReleaseWorld();
  const rows = Array.from({ length: 3_000 }, (_, index) => {
    const seq = index + 1;
    const entry: LedgerEntry = {
      ...PLAIN,
      seq,
      at: new Date(Date.UTC(2026, 0, 1) + seq * 60_000).toISOString(),
      actor: seq % 2 === 0 ? '@often' : seq % 700 === 1 ? '@seldom' : '@somebody',
      action: seq === 5 ? 'unmark' : 'promote',
      // Words of which others stand in other fields.
      reason: seq % 2 === 1 && seq % 3 === 0 ? 'as @seldom asked' : null,
    };
    return { seq, hash: `${seq}`, entry: JSON.stringify(entry) };
  });
  await world.core.db.insertInto('releases.ledger').values(rows).execute();
});
afterAll(() => world.close());

/** Page after page, until one is not full. */
async function allPages(question: Omit<LedgerQuestion, 'limit'>, limit: number): Promise<number[]> {
  const found: number[] = [];
  for (let before = question.before; ;) {
    const page = await searchLedger(world.core.db, { ...question, limit, before });
    found.push(...page.map(({ seq }) => seq));
    if (page.length < limit) return found;
    before = page.at(-1)?.seq;
  }
}
const numbers = (matches: (seq: number) => boolean) =>
  Array.from({ length: 3_000 }, (_, index) => 3_000 - index).filter(matches);

it('finds what many and what few entries answer, each once, whatever the size of a page', async () => {
  const often = numbers((seq) => seq % 2 === 0);
  const seldom = numbers((seq) => seq % 2 === 1 && seq % 700 === 1);
  for (const limit of [1, 2, 3, 50]) expect(await allPages({ who: 'seldom' }, limit)).toEqual(seldom);
  for (const limit of [7, 300, 1_500]) expect(await allPages({ who: 'OFTEN' }, limit)).toEqual(often);
  expect(await allPages({ what: 'unmark' }, 50)).toEqual([5]);
  expect(await allPages({ who: 'seldom', before: 1_500 }, 1)).toEqual(seldom.filter((seq) => seq < 1_500));
  expect(await allPages({ who: 'nobody' }, 50)).toEqual([]);
  const at = (seq: number) => new Date(Date.UTC(2026, 0, 1) + seq * 60_000).toISOString();
  expect(await allPages({ who: 'often', from: at(1_005), until: at(1_010) }, 2)).toEqual([1_008, 1_006]);
});

it('holds up the console of a release before, which asks again as soon as it is answered', async () => {
  const asked = performance.now();
  expect(await operationsOf(world.core).changes({ waitSeconds: 25 }, MANAGER)).toMatchObject({ seq: 3_000 });
  expect(performance.now() - asked).toBeGreaterThan(1_900);
});
