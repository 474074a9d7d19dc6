import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { request } from '@playwright/test';
import type { RunningCluster } from './rehearsal/running-cluster.ts';
import { REPOSITORY } from './rehearsal/places.ts';
import { carriedLetters } from '../drill/books.ts';
import { callApi } from '../support/api-claim.ts';
import { release } from '../support/builds.ts';
import { mailsTo, PASSWORD } from '../support/people.ts';
import { pdfText } from '../support/pdf.ts';
import { untilReady, type Program } from '../support/program.ts';
import { until } from '../support/until.ts';
import type { Backups } from './backups.ts';
import { startServer } from './database-server.ts';
import { snapshotOf, type StateBeforeLoss } from './state-before-loss.ts';

const READY_LIMIT_MS = 120_000;
/** In which the jobs of the product heal by themselves after a fault has ended (docs/reliability.md, Invariants). */
const HEALED_LIMIT_MS = 60_000;
/** In which a worker would post a letter again. */
const SETTLE_MS = 5_000;

/** PostgreSQL on the restored files, and one program with every role but the outside world. */
export async function startNewPlace({ layout }: RunningCluster, backups: Backups, old: Program) {
  const { newEnvironment, pgdata } = backups;
  const databaseUrl = newEnvironment['DATABASE_URL'] ?? '';
  const server = await startServer(pgdata, databaseUrl);
  const [port, consolePort] = [layout.ports.https + 91, layout.ports.https + 92];
  const url = `http://localhost:${port}`;
  const consoleUrl = `http://127.0.0.1:${consolePort}`;
  const env = {
    ...newEnvironment,
    ROLES: 'site,claims,worker,releases',
    PORT: String(port),
    CONSOLE_PORT: String(consolePort),
    SITE_ORIGIN: url,
    PUBLISH_AT_START: 'no',
    RELEASE_SITES: '',
  };
  const log = path.join(backups.dataDir, 'program.log');
  const output = openSync(log, 'a');
  const child = spawn(process.execPath, [path.join(REPOSITORY, 'services/site/src/main.ts')], {
    env,
    cwd: REPOSITORY,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  const ended = new Promise((resolve) => child.once('close', resolve));
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    await server.stop();
  };
  try {
    await untilReady(`${url}/readyz`, child, READY_LIMIT_MS, () => readFileSync(log, 'utf8').slice(-2_000));
  } catch (error) {
    await stop();
    throw error;
  }
  const readyAt = Date.now();
  const program: Program = {
    ...old,
    url,
    origin: url,
    env,
    cliArgs: ['--url', consoleUrl],
    consoleUrl: () => consoleUrl,
  };
  const sandbox = layout.members.find(({ role }) => role === 'sandbox')?.environment['DATA_DIR'] ?? '';
  const checks = (stateBefore: StateBeforeLoss) => checksOf({ program, sandbox, stateBefore, backups, readyAt });
  return { databaseUrl, stop, checks };
}

/** By what they find out; each answers in a few words or throws. */
function checksOf(args: {
  program: Program;
  sandbox: string;
  stateBefore: StateBeforeLoss;
  backups: Backups;
  readyAt: number;
}): Record<string, () => Promise<string>> {
  const { program, sandbox, stateBefore, backups, readyAt } = args;
  const change = async (channel: keyof StateBeforeLoss['seen']) => {
    const [seen, before] = [stateBefore.seen[channel], await snapshotOf(program, channel)];
    for (const act of ['off', 'on'])
      await release(program, act, 'mf-account', '--channel', channel, '--reason', 'restored');
    const after = await snapshotOf(program, channel);
    // Numbers that were given after the copy, and seen by sites, are left out.
    if (before < seen || after < seen + 1_000) throw new Error(`snapshot ${seen}, then ${before}, then ${after}`);
    return `snapshot ${before} is there, and ${after} was signed: above every one that a site has seen`;
  };
  return {
    'a person signs in, and finds the letter that was mailed as PDF': async () => {
      const api = await request.newContext({ baseURL: program.url });
      try {
        await callApi({ request: api }, program, '/api/login.php', { email: stateBefore.address, password: PASSWORD });
        const pdf = await api.post('/api/pdf/generate_secure_pdf.php', {
          data: { demand_id: stateBefore.demandId, action: 'view' },
          headers: { origin: program.origin },
        });
        const text = await pdfText(await pdf.body());
        if (!text.includes('Park & Daughters LLC')) throw new Error(`no letter: ${text.slice(0, 200)}`);
        return 'yes';
      } finally {
        await api.dispose();
      }
    },
    'a mail that waited, sealed': async () => {
      await until('it goes out', async () => (await mailsTo(program, stateBefore.address)).length > stateBefore.mails);
      return 'went out';
    },
    'letters at the carrier': async () => {
      await wait(SETTLE_MS);
      const count = carriedLetters({ dataDir: sandbox }).get(stateBefore.mailingId);
      if (count !== 1) throw new Error(`${count} of one mailing`);
      return 'the mailed one, once';
    },
    'channel production': () => change('production'),
    'channel preview': () => change('preview'),
    'the site serves the newest snapshot': async () => {
      const answer = await fetch(`${program.url}/login`);
      const page = await answer.text();
      if (!answer.ok || !page.includes('/shell/')) throw new Error(`${answer.status}`);
      const { services } = (await (await fetch(`${program.url}/readyz`)).json()) as {
        services: Record<string, { ok: boolean }>;
      };
      if (!Object.values(services).every(({ ok }) => ok)) throw new Error(JSON.stringify(services));
      return 'yes';
    },
    'the ledger is whole': async () => {
      const said = await release(program, 'history', 'verify');
      return said.trim().split('\n').at(-1) ?? '';
    },
    // A webhook that came while the workers were lost is overdue when the program starts: what counts is that it does not stay so.
    'steps that are overdue': async () => {
      let last = '';
      const isNothingStuck = async () => {
        const { code, output } = await backups.ops(['stuck'], backups.newEnvironment);
        last = output.slice(0, 300);
        return code === 0 && output.includes('Nothing is stuck');
      };
      await until(() => last, isNothingStuck, { limitMs: readyAt + HEALED_LIMIT_MS - Date.now(), everyMs: 500 });
      return `none, ${((Date.now() - readyAt) / 1_000).toFixed(0)} s after the program was ready`;
    },
  };
}
