export interface TestClock {
  now: () => Date;
  advance(amount: { seconds?: number; minutes?: number; hours?: number; days?: number }): void;
  /** On to the next noon of Texas: a letter approved shortly before midnight carries another day (R35). */
  advanceToNoon(): void;
}

/** UTC hour of noon in Texas, in winter. */
const NOON = 18;

/** A clock that stands still until it is advanced. It starts now, because the database's own clock does. */
export function createTestClock(start = new Date()): TestClock {
  let at = start.getTime();
  const clock: TestClock = {
    now: () => new Date(at),
    advance: ({ seconds = 0, minutes = 0, hours = 0, days = 0 }) => {
      at += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
    },
    advanceToNoon: () => clock.advance({ hours: (24 + NOON - clock.now().getUTCHours()) % 24 }),
  };
  return clock;
}
