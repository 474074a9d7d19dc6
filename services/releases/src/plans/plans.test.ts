import type { Plan } from '@redress/contracts/release-api';
import type { Actor } from '../http/actor.ts';
import { createTokens } from '../http/tokens.ts';
import { aRemote, aShell, KEY_HOLDER, MANAGER, operationsOf, useReleaseWorld } from '../testing/index.ts';
import { runDuePlans } from './run-plans.ts';

const CHANNEL = 'production';
const first = aRemote({ buildId: 'a1' });
const second = aRemote({ buildId: 'b2', version: '1.1.0' });
const personOf = (name: string, person: string): Actor => ({ name, role: 'release-manager', team: null, person });
const ANN = personOf('ann', 'Ann Lee');
const BOB = personOf('bob', 'Bob Ray');

const world = useReleaseWorld([aShell(), first], [second]);
beforeEach(async () => {
  const tokens = createTokens(world.core.db, () => world.clock.now);
  for (const { name, person } of [ANN, BOB]) {
    await tokens.add({ name, person: person ?? '', role: 'release-manager', team: null, days: 30 }, KEY_HOLDER);
  }
});

const operations = () => operationsOf(world.core);
const at = (minutes: number) => new Date(world.clock.now.getTime() + minutes * 60_000).toISOString();
const pass = (minutes: number) => void (world.clock.now = new Date(at(minutes)));
const serving = async () => (await world.core.channels.current(CHANNEL))!.builds['mf-wizard']!.current;
const plans = () => operations().plans({ channel: CHANNEL, limit: 50 }, MANAGER);
const run = () => runDuePlans(world.core);
const wanted = { channel: CHANNEL, builds: [{ name: 'mf-wizard', build: second.descriptor.buildId }] };
const promote = (by: Actor, more: object = {}) => operations().promote({ ...wanted, ...more }, by);
const refusedPlan = async (by: Actor): Promise<number> => {
  const error = await promote(by).then(
    () => null,
    (refusal: { code: string }) => refusal,
  );
  expect(error).toMatchObject({ code: 'CONFIRMATION_NEEDED' });
  return (await plans())[0]!.id;
};

describe('a promotion at a time to come', () => {
  const schedule = (minutes: number, by = ANN): Promise<Plan> =>
    operations().schedule({ ...wanted, at: at(minutes) }, by);

  it('is done at its time, by whoever planned it, once', async () => {
    await schedule(30);
    await run();
    expect(await serving()).toBe(first.descriptor.buildId);
    pass(31);
    await Promise.all([run(), run()]);
    expect(await serving()).toBe(second.descriptor.buildId);
    expect(await plans()).toMatchObject([{ state: 'done', number: 2 }]);
    // The outcome comes after the promotion: who watches the ledger reads the plan again when it is done.
    const [outcome, promotion] = await operations().ledger({ limit: 2 }, MANAGER);
    expect(outcome).toMatchObject({ action: 'plan-done', actor: 'plans', detail: { plan: 1, number: 2 } });
    expect(promotion).toMatchObject({ action: 'promote', actor: 'ann', detail: { plan: 1 } });
  });

  it('is planned once, asked twice or by two calls at once, and again for another time', async () => {
    const asked = await Promise.all([schedule(30), schedule(30)]);
    expect(new Set(asked.map(({ id }) => id)).size).toBe(1);
    await schedule(40);
    await schedule(30, BOB);
    expect(await plans()).toHaveLength(3);
  });

  it('is refused at once for a time that is over or far away, and for a build that is not there', async () => {
    await expect(schedule(-1)).rejects.toMatchObject({ code: 'PLAN_INVALID' });
    await expect(schedule(91 * 24 * 60)).rejects.toMatchObject({ code: 'PLAN_INVALID' });
    const builds = [{ name: 'mf-wizard', build: 'ffff' }];
    await expect(operations().schedule({ channel: CHANNEL, builds, at: at(5) }, ANN)).rejects.toMatchObject({
      code: 'BUILD_UNKNOWN',
    });
  });

  it.each([
    [
      'a freeze',
      async () => {
        await operations().freeze({ channel: CHANNEL, from: at(0), until: at(600), reason: 'holiday' }, MANAGER);
      },
      /frozen/,
    ],
    [
      'what somebody else did in between',
      async () => {
        const third = aRemote({ buildId: 'c3', version: '1.2.0' });
        await world.publish(third);
        const { name, buildId } = third.descriptor;
        await world.core.channels.promote(CHANNEL, [{ name, buildId }], MANAGER);
      },
      /changed mf-wizard/,
    ],
    [
      'the end of the token it was planned with',
      async () => {
        await createTokens(world.core.db, () => world.clock.now).end({ name: 'ann', reason: 'left' }, KEY_HOLDER);
      },
      /ann/,
    ],
  ])('gives way to %s', async (_, happens, note) => {
    await schedule(30);
    await happens();
    const before = await serving();
    pass(31);
    await run();
    expect(await serving()).toBe(before);
    expect(await plans()).toMatchObject([{ state: 'refused', note: expect.stringMatching(note) as string }]);
  });

  it('is not done hours late, after the program was away at its time', async () => {
    await schedule(30);
    pass(30 + 61);
    await run();
    expect(await serving()).toBe(first.descriptor.buildId);
    expect(await plans()).toMatchObject([{ state: 'expired', note: expect.stringMatching(/an hour/) as string }]);
  });

  it('can be given up', async () => {
    const { id } = await schedule(30);
    await operations().endPlan({ channel: CHANNEL, id, reason: 'not today' }, BOB);
    pass(31);
    await run();
    expect(await serving()).toBe(first.descriptor.buildId);
    const refused = operations().endPlan({ channel: CHANNEL, id, reason: 'again' }, BOB);
    await expect(refused).rejects.toMatchObject({ code: 'PLAN_UNKNOWN' });
  });
});

describe('a channel with a second person', () => {
  const set = (by: Actor, secondPersonMinutes: number | null) =>
    operations().changeChannel({ channel: CHANNEL, secondPersonMinutes, reason: 'two pairs of eyes' }, by);
  const confirm = (id: number, by: Actor) => operations().confirm({ channel: CHANNEL, id }, by);
  beforeEach(() => set(KEY_HOLDER, 60));

  it('is made one by a key holder, and by nobody who promotes', async () => {
    await expect(set(ANN, null)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    expect(await operations().channelSettings({ channel: CHANNEL }, ANN)).toMatchObject({ secondPersonMinutes: 60 });
  });

  it('serves a promotion once another person has confirmed it', async () => {
    const id = await refusedPlan(ANN);
    expect(await serving()).toBe(first.descriptor.buildId);
    expect(await confirm(id, BOB)).toMatchObject({ state: 'done', number: 2, confirmedBy: 'bob' });
    expect(await serving()).toBe(second.descriptor.buildId);
    const [outcome, promotion] = await operations().ledger({ limit: 2 }, MANAGER);
    expect(outcome).toMatchObject({ action: 'plan-done', detail: { plan: 1 } });
    expect(promotion).toMatchObject({ actor: 'ann', detail: { confirmedBy: 'bob' } });
  });

  it('does not take a second token of one person, nor a token of no person, for another person', async () => {
    const id = await refusedPlan(ANN);
    await expect(confirm(id, personOf('ann-2', 'Ann Lee'))).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    await expect(confirm(id, MANAGER)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    await expect(promote(MANAGER)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  });

  it('says to who confirms it that it overrides the gate, and is another one than the same without that', async () => {
    const id = await refusedPlan(ANN);
    await expect(promote(ANN, { override: true, reason: 'r' })).rejects.toHaveProperty('code', 'CONFIRMATION_NEEDED');
    expect(await plans()).toMatchObject([{ override: true }, { id, override: false }]);
    const [newest] = await operations().ledger({ limit: 1 }, MANAGER);
    expect(newest).toMatchObject({ action: 'plan', detail: { override: true } });
  });

  it('forgets a promotion that nobody confirmed in time', async () => {
    const id = await refusedPlan(ANN);
    pass(61);
    await expect(confirm(id, BOB)).rejects.toMatchObject({ code: 'PLAN_UNKNOWN' });
    await run();
    expect(await plans()).toMatchObject([{ state: 'expired' }]);
  });

  it('lets no rollback, switch-off or health gate wait', async () => {
    await confirm(await refusedPlan(ANN), BOB);
    await operations().rollBack({ channel: CHANNEL, remote: 'mf-wizard', reason: 'sums' }, MANAGER);
    expect(await serving()).toBe(first.descriptor.buildId);
    await operations().switchOff({ channel: CHANNEL, remote: 'mf-wizard', reason: 'off' }, MANAGER);
  });

  it('serves a planned promotion at its time only when it was confirmed before', async () => {
    const { id } = await operations().schedule({ ...wanted, at: at(30) }, ANN);
    pass(31);
    await run();
    expect(await serving()).toBe(first.descriptor.buildId);
    await confirm(id, BOB);
    expect(await serving()).toBe(second.descriptor.buildId);
  });
});

describe('between a plan and its time', () => {
  const tokens = () => createTokens(world.core.db, () => world.clock.now);
  const schedule = () => operations().schedule({ ...wanted, at: at(30) }, ANN);
  const setTwo = () =>
    operations().changeChannel({ channel: CHANNEL, secondPersonMinutes: 60, reason: 'two pairs of eyes' }, KEY_HOLDER);
  const runLater = async () => {
    pass(31);
    await run();
    return (await plans())[0];
  };
  const refused = (note: RegExp) => ({ state: 'refused', note: expect.stringMatching(note) as string });

  it('asks for a second person where the channel has become one of two people', async () => {
    await schedule();
    await setTwo();
    expect(await runLater()).toMatchObject(refused(/CONFIRMATION_NEEDED/));
    expect(await serving()).toBe(first.descriptor.buildId);
  });

  it('does nothing when who confirmed it has ended', async () => {
    await setTwo();
    const { id } = await schedule();
    await operations().confirm({ channel: CHANNEL, id }, BOB);
    await tokens().end({ name: 'bob', reason: 'somebody else used it' }, KEY_HOLDER);
    expect(await runLater()).toMatchObject(refused(/bob/));
    expect(await serving()).toBe(first.descriptor.buildId);
  });

  it('does nothing in the name of who has a token of the same name since', async () => {
    await schedule();
    await tokens().end({ name: 'ann', reason: 'left' }, KEY_HOLDER);
    pass(1);
    await tokens().add({ name: 'ann', person: 'Ann Oak', role: 'release-manager', team: null, days: 30 }, KEY_HOLDER);
    expect(await runLater()).toMatchObject(refused(/ann/));
    expect(await serving()).toBe(first.descriptor.buildId);
  });

  it('goes on with a token that was renewed', async () => {
    await schedule();
    pass(1);
    await tokens().rotate({ name: 'ann', days: 30 }, KEY_HOLDER);
    expect(await runLater()).toMatchObject({ state: 'done' });
  });
});
