import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setPriority, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { buildVariant, release, removeVariant } from '../support/builds.ts';
import { select } from '../support/database.ts';
import { mailsTo, newAddress } from '../support/people.ts';
import { METRICS_TOKEN, startProgram, type Program } from '../support/program.ts';
import { drill, expect, seconds, until } from './drill.ts';
import { signalsTo } from './server-processes.ts';
import type { Findings } from './state.ts';

const OPS = path.resolve(import.meta.dirname, '../../services/claims/src/ops/cli.ts');
const [BURST_MS, EVERY_MS, LIMIT_MS] = [20, 200, 240_000];

type Run = (program: Program, begin: () => void) => Promise<Findings>;
/** A program that gives way to all others, on a database that is let work a tenth of the time once the drill has begun. */
const starved = (name: string, hypothesis: string, run: Run): void =>
  drill(name, { group: 'starved', hypothesis, timeoutMs: 2 * LIMIT_MS }, async () => {
    // Niceness is inherited by the program and the database that start now.
    setPriority(19);
    const program = await startProgram();
    setPriority(0);
    const signal = signalsTo(program.dataDir);
    let isOver = false;
    let starving = Promise.resolve();
    const starve = async () => {
      for (; !isOver; await wait(BURST_MS)) {
        signal('SIGSTOP');
        await wait(EVERY_MS - BURST_MS);
        signal('SIGCONT');
      }
    };
    try {
      return await run(program, () => void (starving = starve()));
    } finally {
      isOver = true;
      await starving;
      await program.stop();
    }
  });

/** Reports of a build by the tabs of so many visitors. */
const report = (program: Program, remote: string, build: string, failing: number, all: number) =>
  select(
    program,
    `insert into releases.health_voice (channel, remote, build_id, voice, address_group, last_at, failed_at)
     select 'production', $1, $2, $3::int || ' ' || n, n::text, now(), case when n <= $3 then now() end from generate_series(1, $4::int) n`,
    [remote, build, failing, all],
  );

starved(
  'two canaries on one page, one of them bad; then the base of the good one goes bad',
  'The bad one alone is taken back, people are told of the base, and the good one goes on.',
  async (program, begin) => {
    const onCall = newAddress();
    const { remotes } = JSON.parse(await release(program, 'status', '--json')) as { remotes: { name: string; buildId: string }[] };
    const canaries = [];
    for (const name of ['mf-wizard', 'mf-checkout']) {
      const build = await buildVariant(name, [{ file: 'package.json', from: /"version": "[^"]+"/, to: '"version": "0.9.9"' }]);
      await release(program, 'publish', name, '--dist', build.dist);
      await release(program, 'rollout', name, '--percent', '50', '--dist', build.dist);
      canaries.push({ name, build, base: remotes.find((remote) => remote.name === name)!.buildId });
    }
    const [good, bad] = canaries as [(typeof canaries)[0], (typeof canaries)[0]];
    await release(program, 'notices', 'add', '--email', onCall, '--reason', 'on call');
    await select(program, "update releases.served_build set since_at = now() - interval '2 hours' where build_id = $1", [good.base]);
    const rolling = async () => (await select<{ remote: string }>(program, 'select remote from releases.rollout')).map(({ remote }) => remote);
    const told = async (words: string) => (await mailsTo(program, onCall)).some(({ subject }) => subject.includes(words));

    begin();
    for (const { name, base } of canaries) await report(program, name, base, 0, 40);
    await report(program, good.name, good.build.buildId, 0, 12);
    await report(program, bad.name, bad.build.buildId, 6, 6);
    const backMs = await until('the bad one is back', async () => (await rolling()).join() === good.name, LIMIT_MS);
    const mailMs = await until('its mail', () => told('mf-checkout on production: its rollout was taken back'), LIMIT_MS);
    await report(program, good.name, good.base, 40, 100);
    const toldMs = await until('the mail of the base', () => told('mf-wizard on production fails and is NOT'), LIMIT_MS);
    expect(await rolling()).toEqual([good.name]);
    for (const { build } of canaries) await removeVariant(build);
    const sees = `The bad one back ${seconds(backMs)} after its sixth report, its mail ${seconds(mailMs)} later; of the base people are told ${seconds(toldMs)} after its reports.`;
    return { sees, books: 'One rollout, of the good one.', out: 'Two mails to who is on call.' };
  },
); // prettier-ignore

starved(
  'the sweep for what is stuck, with four long questions at once',
  'Each look of the sweep is done in its turn; none fails.',
  async (program, begin) => {
    begin();
    let isOver = false;
    const asking = [1, 2, 3, 4].map(async () => {
      while (!isOver) await select(program, 'select sum(n) from generate_series(1, 1000000) n');
    });
    const since = Date.now() / 1_000;
    const looked = async () => {
      const text = await (await fetch(`${program.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text();
      return [...text.matchAll(/^claims_stuck_looked_seconds\{.*\} (\S+)$/gm)].map(([, at]) => Number(at));
    };
    // A look that fails leaves its figure at the time of the sweep before.
    const isWhole = (times: number[]) => times.length > 10 && Math.min(...times) > since && new Set(times).size === 1;
    const ms = await until('a whole sweep', async () => isWhole(await looked()), LIMIT_MS).finally(() => (isOver = true));
    await Promise.all(asking);
    return { sees: 'Nothing.', books: `All ${(await looked()).length} looks done ${seconds(ms)} after the beginning.`, out: 'Nothing.' };
  },
); // prettier-ignore

starved(
  'a restore from a folder of backups that somebody else could write to',
  'A list of keys that the operator has not made is refused, and nothing of it is written.',
  async (program, begin) => {
    const home = mkdtempSync(path.join(tmpdir(), 'redress-drill-'));
    const [backups, restored] = [path.join(home, 'backups'), path.join(home, 'restored')];
    const ops = (...args: string[]) =>
      promisify(execFile)(process.execPath, [OPS, ...args], { env: { ...program.env, BACKUP_SECRET: 'of the operator alone', ...(args[0] === 'restore' && { DATA_DIR: restored }) } });
    begin();
    const started = Date.now();
    await ops('backup', '--to', backups, '--init');
    const copied = Date.now();
    const list = path.join(backups, 'keys', readdirSync(path.join(backups, 'keys'))[0]!, 'keys.json');
    writeFileSync(list, readFileSync(list, 'utf8').replace('trust.json', 'trust.jso'));
    await expect(ops('restore', '--from', backups)).rejects.toThrow('was not made with this BACKUP_SECRET');
    expect(existsSync(path.join(restored, 'keys/trust.json'))).toBe(false);
    rmSync(home, { recursive: true });
    return { sees: `The operator: refused ${seconds(Date.now() - copied)} after the command; the backup took ${seconds(copied - started)}.`, books: 'No key was written.', out: 'Nothing.' };
  },
); // prettier-ignore
