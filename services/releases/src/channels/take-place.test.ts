import { searchLedger } from '../ledger/search.ts';
import { aRemote, aShell, developerOf, MANAGER, operationsOf, useReleaseWorld } from '../testing/index.ts';

const CHANNEL = 'production';
const OWNER = 'team-letters';
const aLetters = (
  name: string,
  buildId: string,
  change: NonNullable<Parameters<typeof aRemote>[0]>['change'] = () => {},
) =>
  aRemote({
    name,
    owner: OWNER,
    buildId,
    change(build) {
      build.config.routes = [{ path: '/dashboard', layout: 'account', documentClass: 'private', title: 'Letters' }];
      build.config.slots = { 'wizard.payment': './x.tsx' };
      build.exposes['./slot/wizard.payment'] = build.exposes['./lifecycles']!;
      change(build);
    },
  });
const older = aLetters('mf-letters', 'a1');
const letters = aLetters('mf-letters', 'a2');
const mailings = aLetters('mf-mailings', 'b1');

const world = useReleaseWorld();
beforeEach(async () => {
  await world.release(aShell(), older);
  await world.release(letters);
  await world.publish(mailings);
});

const renamed = (remote: string, to: typeof mailings, actor = developerOf(OWNER)) =>
  world.core.channels.takePlace(
    CHANNEL,
    { remote, to: { name: to.descriptor.name, buildId: to.descriptor.buildId } },
    actor,
    { reason: 'another word for it' },
  );

it('puts the other name in its place in one snapshot, with its pages and slots, and writes it down', async () => {
  expect(await renamed('mf-letters', mailings)).toMatchObject({ number: 3, overridden: [] });
  const { remotes } = await world.serving();
  expect(Object.keys(remotes)).toEqual(['mf-mailings']);
  expect(remotes['mf-mailings']).toMatchObject({ current: { buildId: mailings.descriptor.buildId }, lastGood: null });
  const [entry] = await searchLedger(world.core.db, { limit: 1 });
  expect(entry).toMatchObject({
    action: 'promote',
    subject: 'mf-letters mf-mailings',
    detail: expect.objectContaining({ retired: 'mf-letters' }),
    reason: 'another word for it',
  });
  const [last] = await world.core.channels.history(CHANNEL, 1);
  expect(last).toMatchObject({ kind: 'promote' });
  expect(last!.changes.map(({ name, to }) => [name, to])).toEqual(
    expect.arrayContaining([
      ['mf-letters', null],
      ['mf-mailings', mailings.descriptor.buildId],
    ]),
  );
});

it('goes back the same way, also in a freeze, and knows the build that it leaves as bad', async () => {
  await renamed('mf-letters', mailings);
  await world.freeze(60);
  await renamed('mf-mailings', letters);
  expect(Object.keys((await world.serving()).remotes)).toEqual(['mf-letters']);
  expect((await world.serving()).remotes['mf-letters']?.lastGood?.buildId).toBe(older.descriptor.buildId);
  const left = await world.core.channels.servedBuild(CHANNEL, 'mf-mailings', mailings.descriptor.buildId);
  expect(left?.bad).toMatchObject({ reason: 'another word for it' });
  await world.core.db.deleteFrom('releases.freeze').execute();
  await expect(renamed('mf-letters', mailings)).rejects.toMatchObject({ code: 'MARKED_BAD' });
});

it('is held to what the remote had: pages, slots and drafts', async () => {
  const cases = [
    aLetters('mf-mailings', 'c1', ({ config }) => (config.routes = [])),
    aLetters('mf-mailings', 'c2', (build) => {
      build.config.slots = {};
      delete build.exposes['./slot/wizard.payment'];
    }),
  ];
  for (const [build, code] of [
    [cases[0]!, 'ROUTE_REMOVED'],
    [cases[1]!, 'SLOT_REMOVED'],
  ] as const) {
    await world.publish(build);
    await expect(renamed('mf-letters', build)).rejects.toMatchObject({ code });
  }
  const writes = aLetters(
    'mf-letters',
    'a3',
    ({ config }) => (config.persisted = { draft: { writes: 2, reads: [2] } }),
  );
  await world.release(writes);
  const cannotRead = aLetters(
    'mf-mailings',
    'c3',
    ({ config }) => (config.persisted = { draft: { writes: 1, reads: [1] } }),
  );
  await world.publish(cannotRead);
  await expect(renamed('mf-letters', cannotRead)).rejects.toMatchObject({ code: 'SHAPE_UNREADABLE' });
});

it('is refused between teams, onto a name that is there, of the shell, and while it is switched off', async () => {
  await expect(renamed('mf-letters', mailings, developerOf('team-wizard'))).rejects.toMatchObject({
    code: 'NOT_ALLOWED',
  });
  const others = aRemote({ name: 'mf-wizard', buildId: 'd1' });
  await world.release(others);
  await expect(renamed('mf-letters', others, MANAGER)).rejects.toMatchObject({ code: 'OWNER_CHANGED' });
  await expect(renamed('shell', mailings, MANAGER)).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
  await expect(renamed('mf-account', mailings, MANAGER)).rejects.toMatchObject({ code: 'OWNER_CHANGED' });
  await world.core.channels.switchOff(CHANNEL, 'mf-letters', MANAGER, { reason: 'leaks' });
  await expect(renamed('mf-letters', mailings)).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
});

it('asks for who may promote, and on a channel of two people for a key holder; the way back for neither', async () => {
  const { keys, db } = world.core;
  keys.amend((trust) => ({ ...trust, promoters: { [CHANNEL]: 'release-manager' } }));
  await expect(renamed('mf-letters', mailings)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  await renamed('mf-letters', mailings, MANAGER);
  await db
    .insertInto('releases.channel_setting')
    .values({ channel: CHANNEL, min_groups: null, second_person_minutes: 60, limits: '{}' })
    .execute();
  const operations = operationsOf(world.core);
  const ask = (remote: string, { descriptor: { name, buildId: build } }: typeof mailings, actor = developerOf(OWNER)) =>
    operations.promote({ channel: CHANNEL, builds: [{ name, build }], retire: remote, reason: 'r' }, actor);
  await ask('mf-mailings', letters);
  const next = aLetters('mf-mailings', 'b2');
  await world.publish(next);
  await expect(ask('mf-letters', next)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  // It was left as bad: going there again is no way back.
  await expect(ask('mf-letters', mailings, MANAGER)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
});

it('is no way back to a build that only rolled out, and is refused while the remote rolls out, the way back is not', async () => {
  const share = async (build: typeof mailings) => {
    await world.publish(build);
    const { name: remote, buildId } = build.descriptor;
    await world.core.channels.rollOut(CHANNEL, { remote, buildId, percent: 1 }, MANAGER);
  };
  const next = aLetters('mf-mailings', 'b2');
  await renamed('mf-letters', mailings);
  await share(next);
  await renamed('mf-mailings', letters);
  await share(aLetters('mf-letters', 'a3'));
  await expect(renamed('mf-letters', next)).rejects.toMatchObject({ code: 'ROLLING_OUT' });
  world.core.keys.amend((trust) => ({ ...trust, promoters: { [CHANNEL]: 'release-manager' } }));
  await expect(renamed('mf-letters', next)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
});
