/** The store of builds and files answers 503 for a minute, then each call 5 s late, then it ends connections without an answer. */
import { setTimeout as wait } from 'node:timers/promises';
import { startHttpProxy, type HttpFault } from '../../drill/http-proxy.ts';
import type { Figure } from '../rehearsal/proof-page.ts';
import { figureOfRollbacks, prepareRollbacks } from '../rollbacks.ts';
import { readiness, sayingFigure, underFault, type Drilling } from './under-fault.ts';

const DWELL_MS = 60_000;
/** An order stores the signature first; while the store refuses it, the claimant's page repeats the request. */
const TRY_AGAIN = {
  what: 'were told to try again, because their signature could not be kept',
  words: /save_client_data\.php answered 503/,
};
const FAULTS: readonly { fault: HttpFault; what: string; words: RegExp }[] = [
  { fault: 'away', what: 'a store that answers 503', words: /answered 503/ },
  { fault: 'slow', what: 'a store that answers 5 s late', words: /no answer within 2 s/ },
  { fault: 'dead', what: 'a store that ends connections', words: /does not answer/ },
];

export async function store(drilling: Drilling): Promise<Figure[]> {
  const { cluster, program } = drilling;
  const members = cluster.layout.members.filter(({ role }) => role !== 'sandbox');
  const proxy = await startHttpProxy({ slowMs: 5_000 });
  proxy.target(members[0]?.environment['S3_URL'] ?? '');
  const figures: Figure[] = [];
  try {
    for (const { name } of members) await cluster.ask('restart', name, `S3_URL=${proxy.url}`);
    const rollbacks = await prepareRollbacks(cluster, program);
    for (const { fault, what, words } of FAULTS) {
      const minute = `${what} for ${DWELL_MS / 1_000} s`;
      let rollbackMs = Number.NaN;
      const said: Figure[] = [];
      // A promotion needs the store; what a rollback goes to is kept where the newer build is served.
      await rollbacks.promote();
      const meanwhile = async () => {
        proxy.spoil(/^/, fault);
        await wait(DWELL_MS / 2);
        said.push(
          sayingFigure(`${minute}: /readyz names it`, await readiness(drilling, ['site', 'releases']), 200, words),
        );
        rollbackMs = await rollbacks.rollBack();
        await wait(DWELL_MS / 2);
        proxy.heal();
      };
      const met = await underFault(minute, drilling, meanwhile, { mayMeet: TRY_AGAIN });
      figures.push(...met, ...said, figureOfRollbacks(minute, [rollbackMs]));
    }
    await rollbacks.end();
  } finally {
    proxy.heal();
    for (const { name } of members) await cluster.ask('restart', name);
    await proxy.close();
  }
  return figures;
}
