import fc from 'fast-check';
import { createAdmission, startLoopTicks, watchLoopLag } from './admission.ts';

const at = (start = 0) => {
  let now = start;
  return { nowMs: () => now, pass: (milliseconds: number) => (now += milliseconds) };
};

const aDoor = (max: number) => {
  const clock = at();
  return { clock, door: createAdmission({ max, nowMs: clock.nowMs }) };
};

it('admits calls up to its limit, and one more when one has ended', () => {
  const { door } = aDoor(3);
  for (let entered = 0; entered < 3; entered += 1) {
    expect(door.fullBecause()).toBeNull();
    door.enter();
  }
  expect(door.fullBecause()).toBe('calls');
  door.leave(5);
  expect(door.fullBecause()).toBeNull();
});

/** A machine that finishes so many calls a second, one after the other, with as many callers as admission allows. */
function serve({ clock, door }: ReturnType<typeof aDoor>, perSecond: number, seconds: number): number {
  const arrivals: number[] = [];
  let longest = 0;
  for (let done = 0; done < perSecond * seconds; done += 1) {
    while (door.fullBecause() === null) {
      door.enter();
      arrivals.push(clock.nowMs());
    }
    clock.pass(1000 / perSecond);
    const took = clock.nowMs() - arrivals.shift()!;
    door.leave(took);
    if (done > perSecond * seconds * 0.6) longest = Math.max(longest, took);
  }
  return longest;
}

it.each([50, 100, 400, 1_200])(
  'keeps calls below a second on a machine of %i calls a second that is flooded',
  (perSecond) => {
    expect(serve(aDoor(512), perSecond, 20)).toBeLessThan(1_000);
  },
);

it('admits more again within five seconds when the machine is fast again', () => {
  const machine = aDoor(256);
  serve(machine, 40, 20);
  expect(machine.door.state().limit).toBeLessThan(64);
  serve(machine, 2_000, 5);
  expect(machine.door.state().limit).toBeGreaterThan(200);
});

it('turns nobody away in a stall of half a second because a few calls were slow before it', () => {
  const { clock, door } = aDoor(256);
  // One after the other, each slow for a reason of its own.
  for (let calls = 0; calls < 20; calls += 1) {
    door.enter();
    clock.pass(200);
    door.leave(400);
  }
  // 60 calls a second come, and none of them ends.
  for (let entered = 0; entered < 30; entered += 1) {
    clock.pass(17);
    expect(door.fullBecause()).toBeNull();
    door.enter();
  }
});

it('never refuses everybody, and never exceeds the maximum', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ wait: fc.nat(1_000), took: fc.nat(20_000) }), { maxLength: 200 }), (calls) => {
      const { clock, door } = aDoor(64);
      for (const { wait, took } of calls) {
        door.enter();
        clock.pass(wait);
        door.leave(took);
        expect(door.state().limit).toBeGreaterThanOrEqual(16);
        expect(door.state().limit).toBeLessThanOrEqual(64);
      }
    }),
  );
});

it('turns calls away that have already waited too long to be looked at, but never the few that are always let in', () => {
  const clock = at();
  let lag = 0;
  const door = createAdmission({ max: 64, nowMs: clock.nowMs, lagMs: () => lag });
  for (let entered = 0; entered < 16; entered += 1) door.enter();
  expect(door.fullBecause()).toBeNull();
  lag = 400;
  expect(door.fullBecause()).toBe('event loop');
  door.leave(5);
  expect(door.fullBecause()).toBeNull();
});

describe('the lateness of the event loop', () => {
  const anEventLoop = () => {
    const clock = at();
    const ticks = { count: 0, max: 0, reset: () => void Object.assign(ticks, { count: 0, max: 0 }) };
    return {
      lag: watchLoopLag(ticks, clock.nowMs),
      /** What runs for so long within one turn. */
      run: clock.pass,
      /** The clock ticks, as late as what ran since its last tick made it. */
      tick(sinceLastMs: number) {
        ticks.count += 1;
        ticks.max = Math.max(ticks.max, sinceLastMs * 1e6);
      },
    };
  };

  it('is known of a turn that takes long while it is still running', () => {
    const loop = anEventLoop();
    expect(loop.lag()).toBe(0);
    loop.run(500);
    expect(loop.lag()).toBeGreaterThan(400);
  });

  it('is known in the turn after, and gone when the clock ticks in time again', () => {
    const loop = anEventLoop();
    loop.run(500);
    loop.tick(500);
    expect(loop.lag()).toBe(480);
    expect(loop.lag()).toBe(480);
    loop.run(21);
    loop.tick(21);
    expect(loop.lag()).toBe(1);
  });

  it('is not what it was when nobody asked for a while', () => {
    const loop = anEventLoop();
    loop.run(500);
    loop.tick(500);
    for (let turn = 0; turn < 30; turn += 1) {
      loop.run(20);
      loop.tick(20);
    }
    expect(loop.lag()).toBe(0);
  });

  it('is what Node measures', async () => {
    const ticks = startLoopTicks();
    const lag = watchLoopLag(ticks, () => performance.now());
    while (ticks.count === 0) await new Promise((resolve) => setImmediate(resolve));
    lag();
    const end = performance.now() + 300;
    while (performance.now() < end);
    expect(lag()).toBeGreaterThan(200);
    ticks.disable();
  });
});
