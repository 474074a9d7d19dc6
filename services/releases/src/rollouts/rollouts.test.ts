import { ROLLOUT_LIMIT, type Snapshot } from '@redress/contracts/releases';
import { rmSync } from 'node:fs';
import path from 'node:path';
import type { Actor } from '../http/actor.ts';
import { createTokens } from '../http/tokens.ts';
import { rollBackFiles } from '../channels/break-glass.ts';
import { channelMarks } from '../channels/channel-marks.ts';
import {
  aRemote,
  aShell,
  developerOf,
  KEY_HOLDER,
  MANAGER,
  operationsOf,
  rollBackOne,
  untilWaiting,
  useReleaseWorld,
} from '../testing/index.ts';
import { createReleaseReader } from '../reader/release-reader.ts';
import { createOwnSource } from '../snapshots/own-source.ts';
import { acceptRelease } from './accept-release.ts';
import { runDueSteps } from './due-steps.ts';

const CHANNEL = 'production';
const shell = aShell();
const [first, second, third] = [
  aRemote({ buildId: 'a1' }),
  aRemote({ buildId: 'b2', version: '1.1.0' }),
  aRemote({ buildId: 'c3', version: '1.2.0' }),
];
const idOf = (build: typeof first) => build.descriptor.buildId;

const SOMEBODY = { isStaff: false, country: null, groups: [] };

const world = useReleaseWorld([shell, first], [second, third]);

const current = async () => (await world.core.channels.current(CHANNEL))!;
const held = async () =>
  acceptRelease((await current()).signed, {
    trust: world.core.keys.trust(),
    channel: CHANNEL,
    heldNumber: 0,
    now: world.clock.now,
  });
const rollOut = (build: typeof first, percent: number, actor: Actor = MANAGER, options: object = {}) => {
  const { name: remote, buildId } = build.descriptor;
  return world.core.channels.rollOut(CHANNEL, { remote, buildId, percent }, actor, options);
};
const change = (act: 'pause' | 'resume' | 'finish' | 'abort', actor = MANAGER, options: object = { reason: 'r' }) =>
  world.core.channels.changeRollout(CHANNEL, { remote: 'mf-wizard', act }, actor, options);
const back = (options: object = {}) =>
  rollBackOne(world.core.channels, CHANNEL, 'mf-wizard', MANAGER, { reason: 'r', ...options });
const serves = async (variant?: string) => {
  const { snapshot, rollout } = await held();
  const { remotes } = variant === undefined ? snapshot : rollout!.variants.get(variant)!.snapshot;
  return remotes['mf-wizard']?.current.buildId;
};
const shares = async () =>
  (await world.core.channels.rollouts(CHANNEL)).map(({ remote, buckets }) => `${remote} ${buckets / 100}`);
const ledger = async () =>
  (await world.core.db.selectFrom('releases.ledger').selectAll().orderBy('seq', 'desc').execute()).map(
    ({ entry }) => JSON.parse(entry) as { action: string; subject: string; detail: Record<string, unknown> },
  );
const aPage = (name: string, buildId: string, more: Parameters<typeof aRemote>[0] = {}) =>
  aRemote({ name, owner: 'team-wizard', buildId, ...more });

describe('what is signed', () => {
  it('is a whole snapshot of its own for the share, with the way back in it, and nothing of it in that of everybody', async () => {
    await rollOut(second, 10);
    const { snapshot, signed, rollout } = await held();
    expect(await serves()).toBe(idOf(first));
    expect(signed.payload).not.toContain(idOf(second));
    expect(snapshot.variant).toBeUndefined();
    const variant = rollout!.variants.get('mf-wizard')!;
    expect(variant.snapshot).toMatchObject({ number: snapshot.number, variant: ['mf-wizard'] });
    expect(variant.snapshot.remotes['mf-wizard']!.current.buildId).toBe(idOf(second));
    expect(variant.snapshot.remotes['mf-wizard']!.lastGood!.buildId).toBe(idOf(first));
    expect((await ledger())[0]).toMatchObject({ action: 'rollout', subject: 'mf-wizard', detail: { percent: 10 } });
  });

  it('has one variant for each combination of what rolls out, the shell among them', async () => {
    await world.release(aPage('mf-letters', '11'));
    const letters = aPage('mf-letters', '12');
    const nextShell = aShell({ buildId: '5e12' });
    for (const build of [letters, nextShell]) await world.publish(build);
    for (const build of [second, letters, nextShell]) await rollOut(build, 50);
    const { rollout } = await held();
    expect([...rollout!.variants.keys()].toSorted()).toEqual([
      'mf-letters',
      'mf-letters mf-wizard',
      'mf-letters mf-wizard shell',
      'mf-letters shell',
      'mf-wizard',
      'mf-wizard shell',
      'shell',
    ]);
    const all = rollout!.variants.get('mf-letters mf-wizard shell')!.snapshot;
    expect([all.shell.buildId, all.remotes['mf-letters']!.current.buildId]).toEqual([idOf(nextShell), idOf(letters)]);
    // Who has which one follows from the id alone, and each of the eight is somebody's.
    const seen = new Set(
      Array.from({ length: 400 }, (_, index) => rollout!.variantFor({ ...SOMEBODY, bucketId: `visitor ${index}` })),
    );
    expect(seen.size).toBe(2 ** ROLLOUT_LIMIT);
  });

  it('goes on with other changes of the channel, and with a renewed signature', async () => {
    await rollOut(second, 10);
    await world.release(aPage('mf-letters', '11'));
    expect(await serves('mf-wizard')).toBe(idOf(second));
    await world.core.channels.renew(CHANNEL, { force: true });
    expect(await serves('mf-wizard')).toBe(idOf(second));
    expect((await held()).rollout!.variants.get('mf-wizard')!.snapshot.remotes).toHaveProperty('mf-letters');
  });

  it('keeps a tab in its variant while the share changes, and takes it out of one that ended', async () => {
    await rollOut(second, 50);
    await rollOut(second, 1);
    const { rollout } = await held();
    expect(rollout!.variantOf([`mf-wizard@${idOf(second)}`])).toBe('mf-wizard');
    expect(rollout!.variantOf([`mf-wizard@${idOf(third)}`, 'shell@x', ''])).toBeNull();
  });
});

describe('who may, and what stands against it', () => {
  it('passes owners, gate and freeze like a promotion; back is always possible', async () => {
    await expect(rollOut(second, 10, developerOf('team-letters'))).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    const unsafe = aRemote({ buildId: 'd4', change: (descriptor) => void (descriptor.contracts = '^9.0.0') });
    await world.publish(unsafe);
    await expect(rollOut(unsafe, 1)).rejects.toMatchObject({ code: 'CONTRACTS_RANGE' });
    await rollOut(second, 10, developerOf('team-wizard'));
    await world.freeze(1);
    await expect(rollOut(second, 20)).rejects.toMatchObject({ code: 'FROZEN' });
    await expect(change('finish')).rejects.toMatchObject({ code: 'FROZEN' });
    await change('pause');
    await change('abort', developerOf('team-wizard'));
    expect(await shares()).toEqual([]);
  });

  it('refuses what is not there, is served already, was rolled back, or is one too many', async () => {
    await expect(rollOut(first, 10)).rejects.toMatchObject({ code: 'ALREADY_CURRENT' });
    await expect(change('abort')).rejects.toMatchObject({ code: 'ROLLOUT_UNKNOWN' });
    await world.publish(aPage('mf-other', '11'));
    await expect(rollOut(aPage('mf-other', '11'), 10)).rejects.toMatchObject({ code: 'REMOTE_UNKNOWN' });
    const others = ['mf-one', 'mf-two', 'mf-three'];
    await world.release(...others.map((name) => aPage(name, '11')));
    for (const name of others) {
      await world.publish(aPage(name, '12'));
      await rollOut(aPage(name, '12'), 10);
    }
    await expect(rollOut(second, 10)).rejects.toMatchObject({ code: 'ROLLOUT_LIMIT' });
  });

  it('refuses steps that do not grow', async () => {
    const wanted = { remote: 'mf-wizard', buildId: idOf(second), percent: 10 };
    const next = { steps: [50, 50], everyMinutes: 5 };
    const refused = world.core.channels.rollOut(CHANNEL, { ...wanted, next }, MANAGER);
    await expect(refused).rejects.toMatchObject({ code: 'ROLLOUT_INVALID' });
  });

  it('lets nobody put another build in place of one that rolls out', async () => {
    await rollOut(second, 10);
    await expect(rollOut(third, 10)).rejects.toMatchObject({ code: 'ROLLING_OUT' });
    const promoted = world.core.channels.promote(CHANNEL, [{ name: 'mf-wizard', buildId: idOf(third) }], MANAGER);
    await expect(promoted).rejects.toMatchObject({ code: 'ROLLING_OUT' });
  });

  it('refuses the second of two people who change a share at once', async () => {
    const { number } = await rollOut(second, 10);
    await rollOut(second, 50, MANAGER, { seen: number });
    await expect(rollOut(second, 20, MANAGER, { seen: number })).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE' });
    expect(await shares()).toEqual(['mf-wizard 50']);
  });

  const wants = (name: string) => (descriptor: (typeof first)['descriptor']) =>
    void (descriptor.uses = { slots: [], links: [], names: { react: [name] } });
  const offering = (buildId: string, names: string[]) =>
    aShell({ buildId, change: (descriptor) => void (descriptor.offers = { react: names }) });

  it('leads a tab back to no build that finds not in its shell what it imports, nor in the one that rolls out', async () => {
    const { core, serving } = world;
    const lastGood = async () => (await serving()).remotes['mf-wizard']!.lastGood?.buildId;
    await world.release(offering('5e15', ['memo']));
    await world.release(offering('5e12', ['use', 'memo']), aRemote({ buildId: 'd4', change: wants('use') }));
    await world.release(aRemote({ buildId: 'e5' }));
    expect(await lastGood()).toBe('d40000000000');
    const newer = offering('5e13', ['memo']);
    await world.publish(newer);
    await rollOut(newer, 10);
    expect(await lastGood()).toBeUndefined();
    expect((await held()).rollout?.variants.get('shell')?.snapshot.remotes['mf-wizard']).toMatchObject({
      lastGood: null,
    });
    await world.core.channels.changeRollout(CHANNEL, { remote: 'shell', act: 'abort' }, MANAGER, { reason: 'slow' });
    expect(await lastGood()).toBe('d40000000000');
    const byFiles = { channel: CHANNEL, remote: 'shell', to: '5e1500000000', reason: 'r', actor: MANAGER };
    await rollBackFiles(core, byFiles);
    expect(JSON.stringify(core.heads.read(CHANNEL))).not.toContain('d40000000000');
    await world.release(offering('5e14', ['memo']));
    expect(await lastGood()).toBeUndefined();
  });

  it('leads tabs of an earlier shell to what a rollback with files brings, and changes beside a shell it has lost', async () => {
    await world.release(offering('5e12', ['memo']));
    await world.release(offering('5e13', ['use']), aRemote({ buildId: 'd4', change: wants('use') }));
    const unfit = () => (JSON.parse((world.core.heads.read(CHANNEL) as { payload: string }).payload) as Snapshot).unfit;
    expect(unfit()).toEqual({ 'mf-wizard': ['5e1200000000'] });
    await rollBackFiles(world.core, { channel: CHANNEL, remote: 'mf-wizard', reason: 'r', actor: MANAGER });
    expect(unfit()).toEqual({});
    const marks = channelMarks(world.core.db, CHANNEL, world.clock.now);
    await marks.markBad('shell', 'dead00000000', { actor: MANAGER, reason: 'by a signed entry of the ledger' });
    await world.release(third);
  });

  it('refuses a promotion that does not fit what a share of the visitors has; a rollback ends that share', async () => {
    await world.release(offering('5e12', ['memo']));
    await world.release(offering('5e13', ['use', 'memo']));
    const user = aRemote({ buildId: 'd4', change: wants('use') });
    await world.publish(user);
    expect((await held()).snapshot.unfit).toBeUndefined();
    await rollOut(user, 10);
    // A tab that runs the shell of before keeps what it has of the remote.
    expect((await held()).snapshot.unfit).toEqual({ 'mf-wizard': ['5e1200000000'] });
    await expect(world.release(offering('5e14', ['memo']))).rejects.toMatchObject({ code: 'SHARED_NAME' });
    expect(await shares()).toEqual(['mf-wizard 10']);

    // Back is not held up: what no longer fits ends with it.
    await rollBackOne(world.core.channels, CHANNEL, 'shell', MANAGER, { reason: 'blank page' });
    expect(await shares()).toEqual([]);
    expect((await ledger())[0]).toMatchObject({ action: 'rollback', detail: { ended: ['mf-wizard'] } });
  });
});

describe('how it ends', () => {
  it('finish promotes the build: everybody has it, and the one before is the way back', async () => {
    await rollOut(second, 10);
    await change('finish');
    expect(await serves()).toBe(idOf(second));
    expect((await held()).rollout).toBeNull();
    expect((await current()).builds['mf-wizard']!.lastGood).toBe(idOf(first));
    expect((await ledger())[0]).toMatchObject({ action: 'promote' });
    await back();
    expect(await serves()).toBe(idOf(first));
  });

  it('abort gives everybody the build of before, marks the other bad and says why', async () => {
    await rollOut(second, 10);
    await change('abort', MANAGER, { reason: 'slow on phones', urgent: true });
    const { snapshot, rollout } = await held();
    expect(rollout).toBeNull();
    expect(snapshot.withdrawn).toEqual([idOf(second)]);
    expect((await ledger())[0]).toMatchObject({
      action: 'rollout-abort',
      detail: { from: idOf(second), to: idOf(first), urgent: true },
    });
    await expect(rollOut(second, 10)).rejects.toMatchObject({ code: 'MARKED_BAD' });
    expect(await world.core.channels.holds(CHANNEL)).toEqual({});
  });

  it('a rollback takes back what rolls out first, then the build of everybody; never to one that only rolled out', async () => {
    await world.release(second);
    await rollOut(third, 10);
    expect(await back()).toMatchObject({ from: idOf(third), to: idOf(second) });
    expect(await back()).toMatchObject({ from: idOf(second), to: idOf(first) });
    expect(await serves()).toBe(idOf(first));
    await expect(back({ to: idOf(third) })).rejects.toMatchObject({ code: 'NEVER_SERVED' });
  });

  it.each([
    ['a rollback to a named build', () => back({ to: idOf(first) }), idOf(first)],
    ['the switch', () => world.core.channels.switchOff(CHANNEL, 'mf-wizard', MANAGER, { reason: 'r' }), undefined],
    ['its retirement', () => world.core.channels.retire(CHANNEL, 'mf-wizard', MANAGER, { reason: 'r' }), undefined],
  ])('%s is for everybody', async (_, act, left) => {
    await world.release(second);
    await rollOut(third, 50);
    await act();
    expect((await held()).rollout).toBeNull();
    expect(await shares()).toEqual([]);
    expect(await serves()).toBe(left);
  });

  it('a build that everybody had before stays a way back when its rollout ends, in the order in which everybody had it', async () => {
    await world.release(second);
    await world.release(third);
    await rollOut(first, 10);
    await world.core.channels.switchOff(CHANNEL, 'mf-wizard', MANAGER, { reason: 'r' });
    await world.core.channels.switchOn(CHANNEL, 'mf-wizard', MANAGER);
    expect(await shares()).toEqual([]);
    expect(await back()).toMatchObject({ from: idOf(third), to: idOf(second) });
    expect(await back()).toMatchObject({ from: idOf(second), to: idOf(first) });
    const served = await world.core.channels.servedBuilds(CHANNEL, 'mf-wizard', { limit: 9 });
    expect(served.map(({ servedEverybody }) => servedEverybody)).toEqual([true, true, true]);
  });

  it('a rollback by files ends every rollout, also when the database is back', async () => {
    const letters = aPage('mf-letters', '11');
    await world.release(letters);
    await world.release(aPage('mf-letters', '12'));
    await rollOut(second, 50);
    const { keys, heads, blobs, now } = world.core;
    const request = { channel: CHANNEL, remote: 'mf-letters', reason: 'r', actor: MANAGER, override: true };
    await rollBackFiles({ heads, blobs, keys, now }, request);
    await world.release(aPage('mf-other', '11'));
    expect((await held()).rollout).toBeNull();
    expect(await shares()).toEqual([]);
  });
});

describe('two people at once', () => {
  it('an abort takes back nothing but what it was asked of, however often it is asked', async () => {
    await world.release(third);
    await rollOut(second, 10);
    const { db } = world.core;
    const both: Promise<unknown>[] = [];
    await db.transaction().execute(async (trx) => {
      await trx.selectFrom('releases.channel').select('name').forUpdate().execute();
      both.push(change('abort'), change('abort'));
      await untilWaiting(trx, 2);
    });
    const settled = await Promise.allSettled(both);
    expect(await serves()).toBe(idOf(third));
    expect(settled.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(settled.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'ROLLOUT_UNKNOWN' } });
  });

  it('a rollback decided on while something rolled out is refused once that has ended, or another began', async () => {
    await world.release(third);
    const { number: before } = await current();
    const { number: seen } = await rollOut(second, 10);
    await expect(back({ seen: before })).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE' });
    await change('abort');
    await expect(back({ seen })).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE' });
    expect(await serves()).toBe(idOf(third));
    expect(await back({ seen: (await current()).number })).toMatchObject({ to: idOf(first) });
  });
});

describe('a build whose files the store has lost', () => {
  const loseOne = (build: typeof first) => {
    const { integrity } = build.descriptor.files['entry.js']!;
    const hex = Buffer.from(integrity.slice(7), 'base64').toString('hex');
    rmSync(path.join(world.dataDir, 'builds/sha384', hex.slice(0, 2), hex));
  };

  it('holds up no rollback of another remote: its rollout ends', async () => {
    await world.release(aPage('mf-letters', '11'));
    await world.release(aPage('mf-letters', '12'));
    await rollOut(second, 50);
    loseOne(second);
    await rollBackOne(world.core.channels, CHANNEL, 'mf-letters', MANAGER, { reason: 'r' });
    expect(await shares()).toEqual([]);
    await expect(rollOut(second, 50)).rejects.toMatchObject({ code: 'FILES_LOST' });
  });

  it('is served to nobody by a site that lacks it, and everybody else has the snapshot', async () => {
    await rollOut(second, 50);
    loseOne(second);
    const log: string[] = [];
    const { keys, blobs, heads, now } = world.core;
    const reader = createReleaseReader({
      channel: CHANNEL,
      source: createOwnSource(world.core, { now, subscribe: () => () => {} }),
      blobs,
      heads,
      trust: keys.trust,
      signedTrust: keys.signedTrust,
      now,
      log: (message) => log.push(message),
    });
    await reader.start();
    expect(reader.held()).toMatchObject({ snapshot: { number: (await current()).number }, rollout: null });
    expect(log).toEqual([expect.stringContaining(`mf-wizard ${idOf(second)} entry.js`)]);
    reader.stop();
  });
});

describe('steps', () => {
  const DAY = 24 * 60;
  let tokens: ReturnType<typeof createTokens>;
  beforeEach(() => void (tokens = createTokens(world.core.db, world.core.now)));
  const begin = async (steps = [50, 100]) => {
    await tokens.add({ name: 'ann', person: 'Ann Lee', role: 'release-manager', team: null, days: 30 }, KEY_HOLDER);
    const next = { steps, everyMinutes: 30 };
    const wanted = { remote: 'mf-wizard', buildId: idOf(second), percent: 10, next };
    await world.core.channels.rollOut(CHANNEL, wanted, { ...MANAGER, name: 'ann' });
  };
  const run = () => runDueSteps(world.core, CHANNEL);

  it('come one at a time, once, and the last one is the promotion', async () => {
    await begin();
    await run();
    expect(await shares()).toEqual(['mf-wizard 10']);
    world.pass(2 * DAY);
    await Promise.all([run(), run()]);
    expect(await shares()).toEqual(['mf-wizard 50']);
    world.pass(31);
    await run();
    expect(await shares()).toEqual([]);
    expect(await serves()).toBe(idOf(second));
  });

  it('stop while paused, and wait for a freeze', async () => {
    await begin();
    const { number } = await change('pause');
    world.pass(DAY);
    await run();
    expect(await shares()).toEqual(['mf-wizard 10']);
    expect((await current()).number).toBe(number); // nobody is disturbed by a pause
    await change('resume');
    world.pass(31);
    await world.freeze(1);
    expect(await run()).toEqual([]);
    expect(await shares()).toEqual(['mf-wizard 10']);
    world.pass(2);
    await run();
    expect(await shares()).toEqual(['mf-wizard 50']);
  });

  it('stay where they are when somebody else has a token of the same name since', async () => {
    await begin();
    await tokens.end({ name: 'ann', reason: 'left' }, KEY_HOLDER);
    world.pass(1);
    await tokens.add({ name: 'ann', person: 'Ann Oak', role: 'release-manager', team: null, days: 30 }, KEY_HOLDER);
    world.pass(31);
    expect(await run()).toEqual([expect.stringMatching(/stays at 10 %: TOKEN_UNKNOWN/)]);
    expect(await shares()).toEqual(['mf-wizard 10']);
  });

  it('stay where they are when whoever set them may no longer, and say so', async () => {
    await begin();
    world.pass(31 * DAY);
    expect(await run()).toEqual([expect.stringMatching(/^The rollout of mf-wizard stays at 10 %: TOKEN_UNKNOWN/)]);
    expect(await run()).toEqual([]);
    expect((await ledger())[0]).toMatchObject({ action: 'rollout-pause' });
  });

  async function runWhileSet(set: { buckets?: number; state?: 'paused' | 'running'; next?: null; number?: number }) {
    let running: Promise<string[]> = Promise.resolve([]);
    await world.core.db.transaction().execute(async (trx) => {
      await trx.selectFrom('releases.channel').select('name').forUpdate().execute();
      running = run();
      await untilWaiting(trx, 1);
      await trx.updateTable('releases.rollout').set(set).execute();
    });
    return running;
  }

  it.each([
    ['pauses', [50, 100], { state: 'paused' as const }],
    ['pauses the last one', [100], { state: 'paused' as const }],
    ['sets another share in place of the last one', [100], { buckets: 2_000, next: null, next_at: null, number: 9 }],
  ])('do nothing once somebody %s while they wait', async (_, steps, set) => {
    await begin(steps);
    world.pass(31);
    const { number } = await current();
    await runWhileSet(set);
    expect((await current()).number).toBe(number);
    expect(await world.core.channels.rollouts(CHANNEL)).toMatchObject([set]);
  });

  it('pause nothing that somebody has set anew since a step was refused', async () => {
    await begin();
    world.pass(31 * DAY);
    const set = { buckets: 2_000, state: 'running' as const, number: 9 };
    expect(await runWhileSet(set)).toEqual([]);
    expect(await world.core.channels.rollouts(CHANNEL)).toMatchObject([set]);
  });

  it('are part of what a second person agrees to, and so are cohorts', async () => {
    const operations = operationsOf(world.core);
    const people = ['ann', 'bob'].map((name): Actor => ({ name, role: 'release-manager', team: null, person: name }));
    for (const { name } of people)
      await tokens.add({ name, person: name, role: 'release-manager', team: null, days: 30 }, KEY_HOLDER);
    const [ann, bob] = people as [Actor, Actor];
    await operations.changeChannel({ channel: CHANNEL, reason: 'two people', secondPersonMinutes: 60 }, KEY_HOLDER);
    const next = { steps: [50], everyMinutes: 30 };
    const cohorts = { groups: ['beta'] };
    const asked = { channel: CHANNEL, remote: 'mf-wizard', build: idOf(second), percent: 10, cohorts, next };
    await expect(operations.rollOut(asked, ann)).rejects.toMatchObject({ code: 'CONFIRMATION_NEEDED' });
    expect(await shares()).toEqual([]);
    const [waiting] = await operations.plans({ channel: CHANNEL, limit: 1 }, bob);
    expect(waiting).toMatchObject({ rollout: { percent: 10, cohorts, next } });
    await operations.confirm({ channel: CHANNEL, id: waiting!.id }, bob);
    expect(await shares()).toEqual(['mf-wizard 10']);
    expect(await world.core.channels.rollouts(CHANNEL)).toMatchObject([{ cohorts }]);
    world.pass(31);
    await run();
    expect(await shares()).toEqual(['mf-wizard 50']);
    const finish = { channel: CHANNEL, remote: 'mf-wizard', act: 'finish' as const };
    await expect(operations.changeRollout(finish, ann)).rejects.toMatchObject({ code: 'CONFIRMATION_NEEDED' });
    await operations.changeRollout({ ...finish, act: 'abort', reason: 'slow' }, ann);
    expect(await shares()).toEqual([]);
  });
});
