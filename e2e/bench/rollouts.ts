/**
 * How long after the command new loads have an abort, beside a rollback of everybody's build: with one remote that rolls
 * out and with three, each of them to all but one in 10,000. The three kinds take turns, so that each ratio is of one hour.
 */
import { cookieNames } from '@redress/contracts/cookies';
import { percentile } from '@redress/tools/proof';
import { actsOn, buildVariant, release, removeVariant } from '../support/builds.ts';
import { startProgram } from '../support/program.ts';
import { documentOf } from './rollbacks.ts';

const ROUNDS = 30;
const REMOTES = ['mf-letters', 'mf-account', 'mf-checkout'] as const;
const NEARLY_ALL = 99.99;

const median = (values: readonly number[]) => percentile(values, 0.5);

export async function benchRollouts(): Promise<void> {
  const program = await startProgram({ HEALTH_GATE: 'no' });
  const visitor = `${cookieNames(program.url).bucket}=${'b'.repeat(22)}`;
  const edit = { file: 'package.json', from: '"version": "0.1.0"', to: '"version": "0.1.1"' };
  const builds = await Promise.all(
    REMOTES.map(async (remote) => ({ remote, ...(await buildVariant(remote, [edit])) })),
  );
  try {
    const send = actsOn(program);
    for (const { remote, dist } of builds) await release(program, 'publish', remote, '--dist', dist);
    const [first] = builds;
    if (!first) throw new Error('there is no build');
    const rollOut = async ({ remote, buildId: build }: (typeof builds)[number]) => {
      const { number } = await send('rollout', { remote, build, percent: NEARLY_ALL, evenIfBad: true });
      await documentOf(program, number, visitor);
    };
    const abort = (remote: string) => send('rollout/change', { remote, act: 'abort', reason: 'bench' });
    const timed = async (act: () => Promise<{ number: number }>): Promise<number> => {
      const started = performance.now();
      const { number } = await act();
      return (await documentOf(program, number, visitor)) - started;
    };
    const rollbacks: number[] = [];
    const aborts: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      const promoted = await send('promote', {
        builds: [{ name: first.remote, build: first.buildId, evenIfBad: true }],
      });
      await documentOf(program, promoted.number, visitor);
      rollbacks.push(await timed(() => send('rollback', { remote: first.remote, reason: 'bench' })));
      await rollOut(first);
      aborts[0].push(await timed(() => abort(first.remote)));
      for (const build of builds) await rollOut(build);
      aborts[1].push(await timed(() => abort(first.remote)));
      for (const { remote } of builds.slice(1)) await abort(remote);
    }
    const line = (what: string, values: readonly number[]) => {
      const ratio = median(values.map((value, round) => value / (rollbacks[round] as number)));
      const most = Math.max(...values).toFixed(0);
      return `${what.padEnd(34)} ${median(values).toFixed(0).padStart(6)} ${most.padStart(6)} ${ratio.toFixed(2).padStart(6)}`;
    };
    process.stdout.write(
      [
        `${ROUNDS} rounds, from the command to a new load`,
        `${''.padEnd(34)} p50 ms   most  ratio`,
        line('a rollback', rollbacks),
        line('an abort, one remote rolls out', aborts[0]),
        line('an abort, three roll out at once', aborts[1]),
        '',
      ].join('\n'),
    );
  } finally {
    for (const build of builds) await removeVariant(build);
    await program.stop();
  }
}
