import { setTimeout as wait } from 'node:timers/promises';
import type { RunningCluster } from './rehearsal/running-cluster.ts';
import type { Figure } from './rehearsal/proof-page.ts';
import { actsOn, buildVariant, ownVersion, release, removeVariant } from '../support/builds.ts';
import type { Program } from '../support/program.ts';

const REMOTE = 'mf-letters';
const SEEN_WITHIN_MS = 60_000;
const ASK_EVERY_MS = 10;
const ROLLBACKS = 5;
const WITHIN_MS = 1_000;

/** Until a site, asked itself, sends a document of this snapshot. */
async function untilServed(port: number, number: number): Promise<void> {
  for (const limit = Date.now() + SEEN_WITHIN_MS; ; await wait(ASK_EVERY_MS)) {
    const text = await fetch(`http://127.0.0.1:${port}/`).then(
      (answer) => answer.text(),
      () => '',
    );
    if (text.includes(`\\"number\\":${number},`)) return;
    if (Date.now() > limit)
      throw new Error(`The site at ${port} has not sent snapshot ${number} in ${SEEN_WITHIN_MS / 1_000} s.`);
  }
}

/** Rolls one remote back, and promotes its newer build again. */
export async function prepareRollbacks({ layout }: RunningCluster, program: Program) {
  const sites = layout.members.filter(({ role }) => role === 'site').map(({ port }) => port);
  const newer = await buildVariant(REMOTE, [ownVersion()]);
  await release(program, 'publish', REMOTE, '--dist', newer.dist);
  const send = actsOn(program);
  const bothServe = ({ number }: { number: number }) => Promise.all(sites.map((port) => untilServed(port, number)));
  /** Serves the newer build. */
  const promote = async () =>
    void (await bothServe(
      await send('promote', { builds: [{ name: REMOTE, build: newer.buildId, evenIfBad: true }], reason: 'drill' }),
    ));
  /** @returns milliseconds from the command until both sites send documents of it; the newer build must be served */
  const rollBack = async () => {
    const sentAt = performance.now();
    await bothServe(await send('rollback', { remote: REMOTE, reason: 'drill' }));
    return performance.now() - sentAt;
  };
  return {
    promote,
    rollBack,
    /** Both, one after the other. @returns milliseconds from the command until both sites send documents of it */
    async measure() {
      await promote();
      return rollBack();
    },
    end: () => removeVariant(newer),
  };
}
export type Rollbacks = Awaited<ReturnType<typeof prepareRollbacks>>;

/** @param what - circumstances: `with releases-1 lost` */
export function figureOfRollbacks(what: string, times: readonly number[]): Figure {
  const [longest, middle] = [Math.max(...times), times.toSorted((a, b) => a - b)[times.length >> 1] as number];
  return {
    what: `from a rollback to documents of both sites, ${what}`,
    measured:
      times.length === 1
        ? `${Math.round(longest)} ms`
        : `${Math.round(middle)} ms (median of ${times.length}), ${Math.round(longest)} ms at most`,
    limit: `at most ${WITHIN_MS} ms`,
    isReached: longest <= WITHIN_MS,
  };
}

/** Rolls back five times. @param what - as for {@link figureOfRollbacks} */
export async function rollbackFigure(what: string, { measure }: Rollbacks): Promise<Figure> {
  const times: number[] = [];
  for (let count = 0; count < ROLLBACKS; count += 1) times.push(await measure());
  return figureOfRollbacks(what, times);
}
