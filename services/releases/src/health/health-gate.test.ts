import { aRemote, aShell, MANAGER, untilWaiting, useReleaseWorld } from '../testing/index.ts';
import { applyHealthGate } from './health-gate.ts';
import { createHealthStore, type HealthStore } from './health-store.ts';
import { DEFAULT_LIMITS } from './limits.ts';

describe('on a channel', () => {
  const world = useReleaseWorld();
  let health: HealthStore;
  const first = aRemote({ buildId: 'a1' });
  const second = aRemote({ buildId: 'b2' });
  beforeEach(async () => {
    health = createHealthStore({ ...world.core, channel: 'production', isServed: () => true });
    await world.release(aShell(), first);
    await world.release(second);
  });

  const report = async (build: typeof first, kind: string, sessions: number, value = 1) => {
    const { name, buildId } = build.descriptor;
    health.count(
      Array.from({ length: sessions }, (_, index) => ({
        remote: name,
        buildId,
        kind,
        session: `${kind} ${index}`,
        group: `${kind} ${index}`,
        value,
      })),
    );
    await health.flush();
  };
  const apply = (byRemote = {}, channels = world.core.channels) =>
    applyHealthGate({
      core: { ...world.core, channels },
      byRemote,
      health,
      channel: 'production',
      limits: DEFAULT_LIMITS,
    });
  const serving = async () => (await world.core.channels.current('production'))!.builds['mf-wizard']!.current;

  it('rolls a fresh build back that fails for those who load it, and writes down why', async () => {
    await report(second, 'loaded', 10);
    await report(second, 'mount-failed', 6);
    expect(await apply()).toEqual([
      expect.stringMatching(/^mf-wizard on .* back to a10+ by the health gate: 6 of 16 sessions/),
    ]);
    expect(await serving()).toBe(first.descriptor.buildId);
    expect(await world.core.channels.holds('production')).toMatchObject({
      'mf-wizard': { reason: expect.stringContaining('6 of 16') },
    });
  });

  it('takes one step back when two programs judge by the same figures', async () => {
    const third = aRemote({ buildId: 'c3' });
    await world.release(third);
    await report(third, 'loaded', 10);
    await report(third, 'mount-failed', 6);
    const both: Promise<string[]>[] = [];
    await world.core.db.transaction().execute(async (trx) => {
      await trx.selectFrom('releases.channel').select('name').forUpdate().execute();
      both.push(apply(), apply());
      await untilWaiting(trx, 2);
    });
    expect((await Promise.all(both)).flat().sort()).toEqual([
      expect.stringContaining('(CHANGED_MEANWHILE)'),
      expect.stringMatching(/^mf-wizard on production is rolled back to b20+/),
    ]);
    expect(await serving()).toBe(second.descriptor.buildId);
  });

  it('goes by the limits of a remote where it has any', async () => {
    await report(second, 'loaded', 10);
    await report(second, 'mount-failed', 6);
    expect(await apply({ 'mf-wizard': { minFailing: 7 } })).toEqual([]);
    expect(await apply({ 'mf-wizard': { maxShare: 0.5 } })).toEqual([expect.stringContaining('fewer fail than')]);
    expect(await apply({ 'mf-wizard': { minFailing: 6, maxShare: 0.3 } })).toHaveLength(1);
  });

  it('rolls a build back that is slow for most, where the one before it was not', async () => {
    await report(first, 'vital:LCP', 8, 1_500);
    world.pass(20);
    await report(second, 'vital:LCP', 8, 6_000);
    expect(await apply()).toEqual([expect.stringMatching(/8 of 8 sessions were slow .* before 0 of 8/)]);
    expect(await serving()).toBe(first.descriptor.buildId);
  });

  it.each([
    ['the build before was slow as well', async () => report(first, 'vital:LCP', 8, 5_000)],
    ['the build before was hardly seen', async () => report(first, 'vital:LCP', 2, 1_500)],
  ])('leaves a slow build where %s', async (_, before) => {
    await before();
    await report(second, 'vital:LCP', 8, 6_000);
    expect(await apply()).toEqual([]);
  });

  it('rolls back a build that added a page', async () => {
    const adding = aRemote({
      buildId: 'c3',
      change: ({ config }) => config.routes.push({ ...config.routes[0]!, path: '/new' }),
    });
    await world.release(adding);
    await report(adding, 'load-failed', 9);
    expect(await apply()).toEqual([expect.stringMatching(/^mf-wizard on production is rolled back to b20+/)]);
  });

  it('takes back no build that has served for long, nor one for the failures of another build, and tells of the former', async () => {
    await report(first, 'load-failed', 20);
    expect(await apply()).toEqual([]);
    world.pass(61);
    await report(second, 'load-failed', 20);
    expect(await apply()).toEqual([expect.stringContaining('it has served for longer than a new build is watched')]);
    expect(await serving()).toBe(second.descriptor.buildId);
  });

  it.each([
    ['is fresh', false, /^shell on production is rolled back to 5e110+/],
    ['rolls out', true, /^The rollout of shell 5e120+ on production is aborted/],
  ])(
    'takes a shell that %s back before a remote, of which what failed beside it says nothing',
    async (_, rolls, told) => {
      const [shell, third] = [aShell({ buildId: '5e12' }), aRemote({ buildId: 'c3' })];
      await world.release(third);
      await world.publish(shell);
      const { channels } = world.core;
      const [name, buildId] = ['shell', shell.descriptor.buildId];
      if (rolls) await channels.rollOut('production', { remote: name, buildId, percent: 50 }, MANAGER);
      else await channels.promote('production', [{ name, buildId }], MANAGER);
      for (const build of [shell, third]) await report(build, 'render-error', 9);
      expect(await apply()).toEqual([expect.stringMatching(told)]);
      world.pass(2);
      expect(await apply()).toEqual([]);
      await report(third, 'mount-failed', 9);
      expect(await apply()).toEqual([expect.stringMatching(/^mf-wizard on production is rolled back to b20+/)]);
    },
  );

  it('takes a fresh shell back together with the remotes that need it, and fail as well', async () => {
    const shellOf = (buildId: string, ...react: string[]) =>
      aShell({ buildId, change: (build) => void (build.offers = { react }) });
    const uses = { slots: [], links: [], names: { react: ['use'] } };
    const pagesOf = (buildId: string, more = {}) =>
      aRemote({ name: 'mf-pages', owner: 'team-wizard', buildId, ...more });
    const change = (build: typeof first.descriptor) => void (build.uses = uses);
    const bad = [shellOf('5e13', 'use'), aRemote({ buildId: 'c3', change }), pagesOf('a2', { change })];
    await world.release(shellOf('5e12'), pagesOf('a1'));
    await world.release(...bad);
    for (const build of bad) await report(build, 'render-error', 9);
    const back = [/^mf-pages .* to a10+/, /^mf-wizard .* to b20+/, /^shell .* to 5e120+/];
    expect(await apply()).toEqual(back.map((told) => expect.stringMatching(told)));
  });

  it('takes builds back that need each other, in one snapshot', async () => {
    const needing = (name: string, slot: string, of: string) =>
      aRemote({
        ...{ name, buildId: 'e5', owner: 'team-wizard' },
        change(build) {
          build.config.slots = { [slot]: './slot.tsx' };
          build.uses = { slots: [of], links: [] };
        },
      });
    await world.release(aRemote({ name: 'mf-pages', owner: 'team-wizard', buildId: 'a1' }));
    const both = [
      needing('mf-wizard', 'wizard.order', 'wizard.offer'),
      needing('mf-pages', 'wizard.offer', 'wizard.order'),
    ];
    await world.release(...both);
    for (const build of both) await report(build, 'mount-failed', 9);
    expect(await apply()).toEqual([expect.stringMatching(/^mf-pages mf-wizard on production .* back to a10+ b20+ by/)]);
    expect(await serving()).toBe(second.descriptor.buildId);
  });

  it('watches a fresh build however many releases of other teams come after it', async () => {
    await world.release(aRemote({ name: 'mf-letters' }));
    for (let turn = 0; turn < 51; turn += 1) {
      await world.core.channels.switchOff('production', 'mf-letters', MANAGER, { reason: 'r' });
      await world.core.channels.switchOn('production', 'mf-letters', MANAGER);
    }
    await report(second, 'load-failed', 9);
    expect(await apply()).toEqual([expect.stringMatching(/^mf-wizard on production is rolled back/)]);
  });

  it('does not follow one rollback with the next', async () => {
    await world.release(aRemote({ buildId: 'c3' }));
    await report(aRemote({ buildId: 'c3' }), 'load-failed', 9);
    await apply();
    expect(await serving()).toBe(second.descriptor.buildId);
    await report(second, 'load-failed', 9);
    expect(await apply()).toEqual([expect.stringContaining('not taken back: a rollback brought it back')]);
    expect(await serving()).toBe(second.descriptor.buildId);
    expect(await apply()).toEqual([]);
  });

  describe('while a build rolls out', () => {
    const canary = aRemote({ buildId: 'c3', version: '1.2.0' });
    const abort = { remote: 'mf-wizard', act: 'abort' } as const;
    beforeEach(async () => {
      await world.publish(canary);
      const { name: remote, buildId } = canary.descriptor;
      await world.core.channels.rollOut('production', { remote, buildId, percent: 10 }, MANAGER);
      // Long after its promotion: only what rolls out is watched.
      world.pass(3 * 60);
    });
    const rolling = async () => (await world.core.channels.rollouts('production')).length;

    it('aborts it where it fails and the build of everybody does not, and leaves that one alone', async () => {
      await report(second, 'loaded', 200);
      await report(canary, 'loaded', 10);
      await report(canary, 'mount-failed', 6);
      expect(await apply()).toEqual([
        expect.stringMatching(/^The rollout of mf-wizard c30+ on .* aborted by the health gate: 6 of 16/),
      ]);
      expect([await rolling(), await serving()]).toEqual([0, second.descriptor.buildId]);
      expect(await apply()).toEqual([]);
    });

    it('aborts it where it is slow for most and the build of everybody is not', async () => {
      await report(second, 'vital:LCP', 50, 1_500);
      await report(canary, 'vital:LCP', 8, 6_000);
      expect(await apply()).toEqual([expect.stringMatching(/8 of 8 sessions were slow/)]);
      expect(await rolling()).toBe(0);
    });

    it.each([
      ['few failed', async () => report(canary, 'mount-failed', 3)],
      [
        'everything is slow',
        async () => {
          await report(canary, 'vital:LCP', 8, 6_000);
          await report(second, 'vital:LCP', 80, 6_000);
        },
      ],
    ])('lets it go on where %s', async (_, reports) => {
      await report(canary, 'loaded', 10);
      await report(second, 'loaded', 10);
      await reports();
      expect(await apply()).toEqual([]);
      expect(await rolling()).toBe(1);
    });

    it('leaves another build alone that began to roll out since it looked', async () => {
      await report(canary, 'loaded', 10);
      await report(canary, 'mount-failed', 6);
      const fourth = aRemote({ buildId: 'd4' });
      await world.publish(fourth);
      const { channels } = world.core;
      const rollouts: typeof channels.rollouts = async (channel) => {
        const rows = await channels.rollouts(channel);
        await channels.changeRollout(channel, abort, MANAGER, { reason: 'r' });
        const { name: remote, buildId } = fourth.descriptor;
        await channels.rollOut(channel, { remote, buildId, percent: 10 }, MANAGER);
        return rows;
      };
      expect(await apply({}, { ...channels, rollouts })).toEqual([expect.stringContaining('(CHANGED_MEANWHILE)')]);
      expect(await channels.rollouts('production')).toMatchObject([{ build_id: fourth.descriptor.buildId }]);
    });

    it('rolls a fresh build of everybody back that fails, with what rolls out beside it', async () => {
      await world.core.channels.changeRollout('production', abort, MANAGER, { reason: 'r' });
      const fresh = aRemote({ buildId: 'd4', version: '1.3.0' });
      await world.release(fresh);
      const { name: remote, buildId } = canary.descriptor;
      await world.core.channels.rollOut('production', { remote, buildId, percent: 10, evenIfBad: true }, MANAGER);
      await report(fresh, 'load-failed', 9);
      await report(canary, 'loaded', 9);
      expect(await apply()).toEqual([expect.stringMatching(/^mf-wizard on production is rolled back to b20+/)]);
      expect([await rolling(), await serving()]).toEqual([0, second.descriptor.buildId]);
    });
  });
});
