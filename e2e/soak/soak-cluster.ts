import { openCluster } from '../cluster/rehearsal/running-cluster.ts';
import { release } from '../support/builds.ts';
import { joinCluster } from '../support/cluster.ts';
import { parentOf } from '../support/process-use.ts';

const DOCUMENT_LIMIT_MS = 20_000;

/** A process of the product, and where its figures are. */
export interface Member {
  name: string;
  pid: number;
  port: number;
  /** How often it ended without being asked. */
  restarts: number;
}

/** Reads lines such as `claims-1     ready, process 4711, started again 0 times`. */
const STATUS = /^(\S+) +(?:not )?ready, process (\d+), started again (\d+) times/;

export type SoakCluster = Awaited<ReturnType<typeof clusterToSoak>>;

/** The cluster that runs here, or one that is started for the soak. `CLUSTER_DIR` and `CLUSTER_PORT` name it (e2e/cluster). */
export async function clusterToSoak() {
  const { layout, ask, end } = await openCluster();
  try {
    const program = await joinCluster();
    const claims = layout.members.filter(({ role }) => role === 'claims');
    const environment = claims[0]?.environment ?? {};
    const members = async (): Promise<Member[]> =>
      (await ask('status')).flatMap((line) => {
        const [, name, pid, restarts] = STATUS.exec(line) ?? [];
        const member = layout.members.find((each) => each.name === name);
        return member ? [{ name: member.name, port: member.port, pid: Number(pid), restarts: Number(restarts) }] : [];
      });
    const [first] = await members();
    if (!first) throw new Error('The cluster names no process.');
    return {
      program,
      /** The processes of the API: asked themselves, since nginx would count all wizards as one network. */
      apis: claims.map(({ port }) => `http://127.0.0.1:${port}`),
      databaseUrl: environment['DATABASE_URL'] ?? '',
      metricsToken: environment['METRICS_TOKEN'] ?? '',
      /** Process id of the program that keeps the others. */
      pid: parentOf(first.pid),
      members,
      /** A page as a browser loads it, through nginx. */
      async openDocument(route: string) {
        const answer = await fetch(`${layout.origin}${route}`, { signal: AbortSignal.timeout(DOCUMENT_LIMIT_MS) });
        await answer.arrayBuffer();
        if (!answer.ok) throw new Error(`${route}: ${answer.status}`);
      },
      release: (...words: string[]) => release(program, ...words),
      /** Ends the cluster if it was started for this. */
      end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}
