import { ReleaseRefusal } from '../refusal.ts';
import { aDatabaseThatIsAway, MANAGER, useReleaseWorld } from '../testing/index.ts';
import { noteRefusals } from './note-refusals.ts';

const world = useReleaseWorld();

const refusal = new ReleaseRefusal('NOT_ALLOWED', 'No.');
const noted = () => world.core.db.selectFrom('releases.ledger').selectAll().execute();

it('writes the same refusal once a minute', async () => {
  const note = noteRefusals(world.core.db, () => world.clock.now);
  await note(MANAGER, 'promote', {}, refusal);
  await note(MANAGER, 'promote', {}, refusal);
  expect(await noted()).toHaveLength(1);
  world.pass(1);
  await note(MANAGER, 'promote', {}, refusal);
  expect(await noted()).toHaveLength(2);
});

it('writes the next one at once when one could not be written', async () => {
  const { db, away } = aDatabaseThatIsAway(world.core.db);
  const note = noteRefusals(db, () => world.clock.now);
  await away(() => expect(note(MANAGER, 'promote', {}, refusal)).rejects.toThrow('ECONNREFUSED'));
  await note(MANAGER, 'promote', {}, refusal);
  expect(await noted()).toHaveLength(1);
});
