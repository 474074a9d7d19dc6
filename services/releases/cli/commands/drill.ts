import { appendFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { ReleaseRefusal } from '../../src/refusal.ts';
import type { Command } from '../command.ts';
import type { Connection } from '../connection.ts';
import { whenServed } from '../when-served.ts';

const DEFAULT_TIMES = 5;
const REASON = 'drill: rolled back and forth';

/** What one act took, in milliseconds: until its answer, and until new loads got it where the program serves the channel. */
interface Act {
  act: 'rollback' | 'promote';
  snapshot: number;
  answerMs: number;
  servedMs: number | null;
}

/** @returns the value below which this part of the values lies */
const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;

/** An empty channel begins with what production serves. */
async function prepare({ call }: Connection, channel: string): Promise<void> {
  if ((await call('status', { channel })).number > 0) return;
  const { remotes } = await call('status', { channel: 'production' });
  const builds = remotes.map(({ name, buildId: build }) => ({ name, build }));
  if (builds.length > 0) await call('promote', { channel, builds, reason: 'drill: as production' });
}

/** The build that serves, and another one that serves or served well here or in production. */
async function pair({ call }: Connection, channel: string, remote: string): Promise<{ good: string; other: string }> {
  const of = async (name: string) =>
    (await call('status', { channel: name })).remotes.find((candidate) => candidate.name === remote);
  const here = await of(channel);
  if (!here) throw new ReleaseRefusal('REMOTE_UNKNOWN', `${channel} has no ${remote}.`);
  if (here.heldFrom)
    throw new ReleaseRefusal('MARKED_BAD', `${remote} is rolled back on ${channel}: a drill needs a healthy one.`);
  const production = await of('production');
  const known = [here.lastGood, production?.buildId, production?.lastGood];
  const other = known.find((build) => build && build !== here.buildId);
  if (other) return { good: here.buildId, other };
  throw new ReleaseRefusal('NOTHING_BEFORE', `${remote} has no other good build on ${channel} or production.`);
}

/** Rolls a healthy remote back and forth, and keeps how long each act took. */
export const drillCommand: Command = {
  on: 'releases',
  usage: 'drill <remote> [--channel preview] [--times 5]',
  about: 'roll a healthy remote back and forth on preview; prints the times and keeps them in DATA_DIR/drills.jsonl',
  examples: ['drill mf-letters', 'drill mf-letters --times 20 --json'],
  async run(connection, options) {
    const remote = options.remote();
    const channel = options.isGiven('channel') ? options.values.channel : 'preview';
    if (channel === 'production') throw new ReleaseRefusal('REQUEST_INVALID', 'A drill is not for production.');
    const times = options.wholeNumber('times') ?? DEFAULT_TIMES;
    await prepare(connection, channel);
    const { good, other } = await pair(connection, channel, remote);
    const acts: Act[] = [];
    const timed = async (act: Act['act'], make: () => Promise<{ number: number }>) => {
      const started = performance.now();
      const { number } = await make();
      const answerMs = Math.round(performance.now() - started);
      const { json } = await whenServed(connection, { channel, number, started });
      acts.push({ act, snapshot: number, answerMs, servedMs: json.servedMs });
    };
    const promote = (build: string) =>
      connection.call('promote', { channel, builds: [{ name: remote, build, evenIfBad: true }], reason: REASON });
    // The other one serves first, so that the way back leads to a build that served here.
    await promote(other);
    await promote(good);
    for (let round = 0; round < times; round += 1) {
      await timed('rollback', () => connection.call('rollBack', { channel, remote, to: other, reason: REASON }));
      await timed('promote', () => promote(good));
    }
    const report = { at: new Date().toISOString(), channel, remote, good, other, acts };
    mkdirSync(options.dataDir, { recursive: true });
    appendFileSync(path.join(options.dataDir, 'drills.jsonl'), `${JSON.stringify(report)}\n`);
    const line = (act: Act['act'], what: 'answerMs' | 'servedMs') => {
      const values = acts.filter((done) => done.act === act).flatMap((done) => done[what] ?? []);
      const name = what === 'answerMs' ? 'answered' : 'new loads';
      return values.length === 0
        ? `${act}: this program serves no site with ${channel}`
        : `${act}, ${name}: p50 ${percentile(values, 0.5)} ms, p95 ${percentile(values, 0.95)} ms`;
    };
    return {
      json: report,
      text: [
        `${remote} went from ${good} to ${other} and back ${times} times on ${channel}, and serves ${good} again.`,
        ...(['rollback', 'promote'] as const).flatMap((act) => [line(act, 'answerMs'), line(act, 'servedMs')]),
      ].join('\n'),
    };
  },
};
