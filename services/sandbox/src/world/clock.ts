/** The time of the sandbox world: the wall clock, moved forward by what `control` advanced it. */
export function createWorldClock({ now, offset }: { now: () => number; offset: ClockOffset }) {
  const worldNow = () => now() + offset.read();
  return {
    /** World time, in milliseconds since 1970. */
    now: worldNow,
    /** Seconds since 1970, as Stripe writes time. */
    seconds: () => Math.floor(worldNow() / 1000),
    /** The receiver's own time: what a signature must carry, however far the world has been moved. */
    wall: now,
    get offsetMs() {
      return offset.read();
    },
    /** @throws {RangeError} on a step backwards: tracking and receipts never happen in the future. */
    moveForward(ms: number): void {
      if (!Number.isFinite(ms) || ms < 0) throw new RangeError('The clock only moves forward.');
      offset.write(offset.read() + Math.round(ms));
    },
  };
}
export type WorldClock = ReturnType<typeof createWorldClock>;

/** Where the distance between wall and world time is kept, so that a restart does not turn time back. */
export interface ClockOffset {
  read(): number;
  write(ms: number): void;
}
