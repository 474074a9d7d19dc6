export interface TestClock {
  now: () => Date;
  advance(amount: { seconds?: number; minutes?: number; hours?: number; days?: number }): void;
}

/** A clock that stands still until told. It starts now, because the database's own clock does. */
export function createTestClock(start = new Date()): TestClock {
  let at = start.getTime();
  return {
    now: () => new Date(at),
    advance: ({ seconds = 0, minutes = 0, hours = 0, days = 0 }) => {
      at += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
    },
  };
}
