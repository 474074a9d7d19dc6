import type { RunningCluster } from './rehearsal/running-cluster.ts';
import { percentile } from '@redress/tools/proof';
import type { Figure } from './rehearsal/proof-page.ts';
import { actsOn, buildVariant, ownVersion, release, removeVariant } from '../support/builds.ts';
import type { Program } from '../support/program.ts';
import { until } from '../support/until.ts';

const REMOTE = 'mf-letters';
const ASK_EVERY_MS = 10;
const ROLLBACKS = 5;
const WITHIN_MS = 1_000;

/** Until a site, asked itself, sends a document of this snapshot. */
const untilServed = (port: number, number: number) =>
  until(
    `snapshot ${number} from the site at ${port}`,
    async () => (await (await fetch(`http://127.0.0.1:${port}/`)).text()).includes(`\\"number\\":${number},`),
    { everyMs: ASK_EVERY_MS },
  );

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
  const [longest, middle] = [Math.max(...times), percentile(times, 0.5)];
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
