/** The time of the sandbox world: the wall clock, moved forward by what `control` advanced it. */
export interface WorldClock {
  /** World time, in milliseconds since 1970. */
  now(): number;
  /** Seconds since 1970, as Stripe writes time. */
  seconds(): number;
  /** The receiver's own time: what a signature must carry, however far the world has been moved. */
  wall(): number;
  readonly offsetMs: number;
  /** @throws {RangeError} on a step backwards: tracking and receipts never happen in the future. */
  moveForward(ms: number): void;
}

export function createWorldClock({ now, offset }: { now: () => number; offset: ClockOffset }): WorldClock {
  const worldNow = () => now() + offset.read();
  return {
    now: worldNow,
    seconds: () => Math.floor(worldNow() / 1000),
    wall: now,
    get offsetMs() {
      return offset.read();
    },
    moveForward(ms) {
      if (!Number.isFinite(ms) || ms < 0) throw new RangeError('The clock only moves forward.');
      offset.write(offset.read() + Math.round(ms));
    },
  };
}

/** Where the distance between wall and world time is kept, so that a restart does not turn time back. */
export interface ClockOffset {
  read(): number;
  write(ms: number): void;
}
