/**
 * How long after the command new loads and open streams have a rollback (100 of them, forth and
 * back), on the whole program. `--proof` writes docs/proof/release.md.
 */
import { openProof, percentile, postgres, proofTable, proofWanted } from '@redress/tools/proof';
import { actsOn, buildVariant, release, removeVariant } from '../support/builds.ts';
import { startProgram, type Program } from '../support/program.ts';

const ROLLBACKS = 100;
const MOST_MS = 1_000;

/** The event stream of an open tab; records when each snapshot number arrived. */
async function openStream(program: Program) {
  const answer = await fetch(`${program.url}/releases/events`);
  const arrivals = new Map<number, number>();
  const reader = answer.body!.getReader();
  const done = (async () => {
    for (let text = ''; ;) {
      const { value, done: isOver } = await reader.read().catch(() => ({ value: undefined, done: true }));
      if (isOver || !value) return;
      text += Buffer.from(value).toString();
      for (const [, number] of text.matchAll(/"number":(\d+)\}\n/g)) {
        if (!arrivals.has(Number(number))) arrivals.set(Number(number), performance.now());
      }
      text = text.slice(text.lastIndexOf('\n\n') + 1);
    }
  })();
  return {
    async arrivalOf(number: number): Promise<number> {
      while (!arrivals.has(number)) await new Promise(setImmediate);
      return arrivals.get(number) as number;
    },
    close: () => reader.cancel().then(() => done),
  };
}

/** Asks for documents until one is made of the snapshot. @param cookie - of the visitor who asks */
export async function documentOf({ url }: Program, number: number, cookie = ''): Promise<number> {
  for (;;) {
    const text = await (await fetch(url, { headers: { cookie } })).text();
    if (text.includes(`\\"number\\":${number},`)) return performance.now();
  }
}

export async function benchRollbacks(): Promise<void> {
  const proof = openProof({
    name: 'release',
    title: 'Rollback, from the command',
    command: 'npm run bench:release -- --proof',
    database: postgres(),
  });
  const program = await startProgram();
  const other = await buildVariant('mf-letters', [
    { file: 'package.json', from: '"version": "0.1.0"', to: '"version": "0.1.1"' },
  ]);
  try {
    await release(program, 'publish', 'mf-letters', '--promote', '--dist', other.dist);
    const send = actsOn(program);
    const stream = await openStream(program);
    const [answered, loads, tabs]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < ROLLBACKS; round += 1) {
      const started = performance.now();
      const { number } = await send('rollback', { remote: 'mf-letters', reason: 'bench' });
      answered.push(performance.now() - started);
      const [loaded, arrived] = await Promise.all([documentOf(program, number), stream.arrivalOf(number)]);
      loads.push(loaded - started);
      tabs.push(arrived - started);
      const builds = [{ name: 'mf-letters', build: other.buildId, evenIfBad: true }];
      await stream.arrivalOf((await send('promote', { builds })).number);
    }
    await stream.close();
    const load = proof.load();
    const row = (what: string, values: readonly number[]) => [
      what,
      percentile(values, 0.5).toFixed(0),
      percentile(values, 0.95).toFixed(0),
      Math.max(...values).toFixed(0),
      load,
    ];
    const body = [
      `${ROLLBACKS} rollbacks of mf-letters over the API of a running program, each followed by a promotion of the other build.`,
      proofTable(
        ['from the command to', 'p50, ms', 'p95, ms', 'most, ms', 'load average'],
        [
          row('its answer', answered),
          row('a new load (a document of the new snapshot)', loads),
          row('an open stream', tabs),
        ],
      ),
    ].join('\n\n');
    const slow = percentile(loads, 0.95) > MOST_MS;
    process.stdout.write(`${body}\n`);
    if (proofWanted()) {
      const notReached = [
        ...(slow ? [`New loads within ${MOST_MS} ms in 95 of 100.`] : []),
        'How long a tab takes to replace the remote on screen: the journeys of e2e/releases show it.',
      ];
      process.stdout.write(`${await proof.write({ body, notReached })}\n`);
    }
    if (slow) process.exitCode = 1;
  } finally {
    await removeVariant(other);
    await program.stop();
  }
}
