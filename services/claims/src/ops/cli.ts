/** `npm run ops -- …`: the operator's desk. Works on the database alone; what touches the outside is done by a worker. */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { openDatabase } from '@redress/database';
import { environmentWithSecrets } from '@redress/secrets';
import { createLogger, createMetrics } from '@redress/telemetry/server';
import * as z from 'zod/mini';
import { SCHEMA } from '../platform/database.ts';
import { createBossQueue } from '../platform/jobs/boss-queue.ts';
import { defineJob } from '../platform/jobs/job.ts';
import type { Tables } from '../platform/tables.ts';
import { emailQueue } from '../platform/email/outbox.ts';
import { CODE_LANES } from '../shared/account-emails.ts';
import { JOBS } from '../shared/job-names.ts';
import { BACKUP_HELP, BACKUP_OPTIONS, runBackupCommand } from './backup-commands.ts';
import { createDesk, type DeskDeps, type Printed } from './desk.ts';
import { findDatabase } from './find-database.ts';
import { createGroups } from './groups.ts';
import { createIncident, readWindow } from './incident.ts';
import { createStoppedSentences } from './stopped-sentences.ts';
import { createPriceTable } from './price-table.ts';
import { createLostPayments } from './lost-payments.ts';
import { why } from './why.ts';
import { finishSecret, rotateSecret, secretFile } from './rotate-secret.ts';

const HELP = `The operator's desk.

  npm run ops -- stuck                         steps that are overdue
  npm run ops -- why <order|e-mail|letter>     where it stands, what is tried next and what to press, on one screen
  npm run ops -- order R-XXXXXXXXX             one order: payments, letter, mailings, what happened
  npm run ops -- dead                          jobs waiting, running and given up; reminders and corrections
  npm run ops -- retry <job>                   give the given-up jobs of a queue another round
  npm run ops -- refund R-XXXXXXXXX --reason … send the money back; what has not been mailed is not mailed
  npm run ops -- repost R-XXXXXXXXX --reason … hand a letter over again that the carrier refused
  npm run ops -- looks                         sentences stopped as threats that their claimants call facts
  npm run ops -- fact <id> --reason …          record: a fact, no threat; it may be mailed
  npm run ops -- threat <id> --reason …        record: a threat; it stays out
  npm run ops -- end-sessions all --reason …   sign everybody out; \`end-sessions <account id>\` one person
  npm run ops -- affected --from … --to …      who was signed in or wrote something between two times
  npm run ops -- addresses --from … --to … --reason …   their e-mail addresses, to write to them
  npm run ops -- lost-payments [--from …]      after a restored backup: payments that Stripe has and the database does not
  npm run ops -- refund-lost pi_… --reason …   give one of them back
  npm run ops -- group [name]                  accounts in groups, which builds roll out to
  npm run ops -- group-add <name> <account> --reason …     an account by its id or e-mail address
  npm run ops -- group-remove <name> <account> --reason …
  npm run ops -- package [id]                  the price table; one row with what it was before
  npm run ops -- package <id> --price 45.50 --reason …     sell it at another price (\`--papers …\`: the part for court papers)
  npm run ops -- package <id> --sale on|off --reason …
  npm run ops -- rotate-secret [--finish]      a new secret of the installation, in two steps (needs no database)
${BACKUP_HELP}

It finds the database by DATABASE_URL, else by DATA_DIR (.data).`;

/** After an incident, all that was written is looked through. */
const STATEMENT_TIMEOUT_MS = 60_000;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    reason: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    help: { type: 'boolean' },
    finish: { type: 'boolean' },
    price: { type: 'string' },
    papers: { type: 'string' },
    sale: { type: 'string' },
    ...BACKUP_OPTIONS,
  },
});
const [command, subject = '', object = ''] = positionals;
const print = (lines: readonly string[]) => process.stdout.write(`${aligned(lines).join('\n')}\n`);

/** Columns under each other. */
function aligned(lines: readonly string[]): string[] {
  const rows = lines.map((line) => line.split('\t'));
  const widths: number[] = [];
  for (const row of rows) row.slice(0, -1).forEach((cell, at) => (widths[at] = Math.max(widths[at] ?? 0, cell.length)));
  return rows.map((row) =>
    row.map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd((widths[at] ?? 0) + 2))).join(''),
  );
}

/** By their names in the help. */
function commandsOf(deps: DeskDeps): Record<string, () => Promise<Printed>> {
  const { reason = '', from, to, price, papers, sale } = values;
  const [desk, incident, groups] = [createDesk(deps), createIncident(deps), createGroups(deps)];
  const [looks, prices, lost] = [createStoppedSentences(deps), createPriceTable(deps), createLostPayments(deps)];
  const isChange = [price, papers, sale].some((each) => each !== undefined);
  return {
    stuck: () => desk.stuck(),
    why: () => why(deps, subject),
    order: () => desk.order(subject),
    dead: () => desk.dead(),
    retry: () => desk.retry(subject),
    refund: () => desk.refund(subject, reason),
    repost: () => desk.repost(subject, reason),
    looks: () => looks.list(),
    fact: () => looks.fact(subject, reason),
    threat: () => looks.threat(subject, reason),
    'lost-payments': () => lost.list(from),
    'refund-lost': () => lost.refund(subject, reason),
    'end-sessions': () => incident.endSessions(subject, reason),
    group: () => groups.list(subject),
    'group-add': () => groups.add(subject, object, reason),
    'group-remove': () => groups.remove(subject, object, reason),
    package: () => (isChange ? prices.set(subject, { price, papers, sale }, reason) : prices.show(subject)),
    affected: () => incident.affected(readWindow(from, to)),
    addresses: () => incident.addresses(readWindow(from, to), reason),
  };
}

async function main(): Promise<number> {
  if (!command || command === 'help' || values.help) {
    print([HELP]);
    return command || values.help ? 0 : 1;
  }
  const cwd = process.env['INIT_CWD'] ?? process.cwd();
  if (command === 'rotate-secret') {
    const file = secretFile(process.env, cwd);
    print(values.finish ? finishSecret(file, Date.now) : rotateSecret(file));
    return 0;
  }
  const env = environmentWithSecrets(process.env);
  const exitCode = await runBackupCommand(command, values, { env, cwd, print });
  if (exitCode !== null) return exitCode;
  const url = findDatabase(env, cwd);
  const log = createLogger({ name: 'ops', level: 'warn' });
  const database = await openDatabase({
    url,
    name: 'ops',
    maxConnections: 3,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  // Only their names are needed here: this process works on none of them.
  const emailQueues = [undefined, ...CODE_LANES].map(emailQueue);
  const jobs = [...Object.values(JOBS), ...emailQueues, 'mailing.poll', 'case.look', 'ops.sweep', 'ops.tidy'].map(
    (name) => defineJob({ name, schema: z.object({}), handle: () => Promise.resolve() }),
  );
  const queue = createBossQueue({
    databaseUrl: url,
    log,
    metrics: createMetrics({ service: 'ops' }),
    jobs: () => jobs,
    works: false,
  });
  const db = database.kysely<Tables>().withSchema(SCHEMA);
  try {
    await queue.start();
    const deps = { db, queue, now: () => new Date(), newId: () => randomBytes(12).toString('hex') };
    const run = new Map(Object.entries(commandsOf(deps))).get(command);
    print(run ? await run() : [`There is no command ${command}.`, '', HELP]);
    return run ? 0 : 1;
  } finally {
    await queue.stop();
    await database.close();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
