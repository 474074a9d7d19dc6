/**
 * `npm run cluster -- drill faults [part …]`: one thing after the other goes wrong around the processes of a cluster, while people look
 * at pages, pay for claims and save. Each part writes its own section of the proof.
 */
import { openCluster } from './rehearsal/running-cluster.ts';
import { keepDrilled, openClusterProof, type Figure } from './rehearsal/proof-page.ts';
import { joinCluster } from '../support/cluster.ts';
import { clocksAndReplica } from './faults/clocks.ts';
import { database } from './faults/database.ts';
import { PER_SECOND, type Drilling } from './faults/under-fault.ts';
import { names } from './faults/names.ts';
import { processes } from './faults/processes.ts';
import { replica } from './faults/replica.ts';
import { store } from './faults/store.ts';

const COMMAND = 'npm run cluster -- drill faults';
interface Part {
  title: string;
  about: string;
  drill(drilling: Drilling): Promise<Figure[]>;
}
const PARTS: Record<string, Part> = {
  clocks: {
    title: 'Clocks and replica',
    about: 'The database has the machine’s clock. While the replica is away, what must be written waits for it.',
    drill: clocksAndReplica,
  },
  database: {
    title: 'The database',
    about:
      'The network to it is cut without a word, or forgets its connections; it has none left; it ends at once; its disk is full.',
    drill: database,
  },
  names: {
    title: 'Names',
    about:
      'Database, store, the other roles and all providers but mail are reached by names, each of which was looked up before.',
    drill: names,
  },
  processes: { title: 'Processes and disks', about: 'Letters are on their way all the time.', drill: processes },
  replica: {
    title: 'A replica that stays away',
    about: 'What must be written is refused until it is back, what is read is not.',
    drill: replica,
  },
  store: { title: 'The store', about: 'The store of builds and of files, for every process at once.', drill: store },
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  process.stderr.write(`There is no part ${unknown.join(', ')}: ${Object.keys(PARTS).join(', ')}.\n`);
  process.exit(1);
}
const cluster = await openCluster();
try {
  const program = await joinCluster();
  for (const [name, { title, about, drill }] of Object.entries(PARTS)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const startedAt = new Date();
    const proof = openClusterProof(COMMAND);
    const figures = await drill({ cluster, program });
    const visitors = `${about} ${PER_SECOND} requests a second, people who pay for claims, and one who saves.`;
    await keepDrilled(proof, { title, command: `${COMMAND} ${name}`, about: visitors, figures }, startedAt);
  }
} finally {
  await cluster.end();
}
