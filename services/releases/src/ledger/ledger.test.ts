import { MANAGER, useReleaseWorld } from '../testing/index.ts';
import { appendToLedger, createLedgerCheck, hashOfEntry, type LedgerLine } from './ledger.ts';

const world = useReleaseWorld();

const append = (action: string) =>
  world.core.db
    .transaction()
    .execute((trx) => appendToLedger(trx, { actor: MANAGER, action, subject: 'x', now: world.clock.now }));
const rows = () => world.core.db.selectFrom('releases.ledger').selectAll().orderBy('seq').execute();
const verdictOf = (lines: readonly LedgerLine[], knownHeads: readonly string[] = []) => {
  const check = createLedgerCheck(knownHeads);
  for (const line of lines) check.add(line);
  return check.verdict();
};

it('chains entries that arrive at once, with no gap and no fork', async () => {
  await Promise.all(Array.from({ length: 8 }, (_, index) => append(`act ${index}`)));
  expect(verdictOf(await rows())).toMatchObject({ ok: true, entries: 8, fault: null });
});

it('finds a changed, a removed, a moved and a cut entry', async () => {
  for (const action of ['one', 'two', 'three', 'four']) await append(action);
  const [one, two, three, four] = (await rows()) as [LedgerLine, LedgerLine, LedgerLine, LedgerLine];
  const head = four.hash;
  const changed = { ...two, entry: two.entry.replace('two', 'six') };
  expect(verdictOf([one, changed, three, four]).fault?.seq).toBe(2);
  // Rewritten with a fitting hash of its own, the next one no longer follows.
  expect(verdictOf([one, { ...changed, hash: hashOfEntry(changed.entry) }, three, four]).fault?.seq).toBe(3);
  expect(verdictOf([one, three, four]).ok).toBe(false);
  expect(verdictOf([one, { ...three, seq: 2 }, { ...two, seq: 3 }, four]).ok).toBe(false);
  expect(verdictOf([one, two], [head])).toMatchObject({
    ok: false,
    fault: { what: expect.stringContaining('removed') },
  });
  expect(verdictOf([one, two, three, four], [head]).ok).toBe(true);
  expect(verdictOf([one, two, three, four], [two.hash]).ok).toBe(true);
});
