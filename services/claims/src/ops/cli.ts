/** `npm run ops -- …`: the operator's desk. Works on the database alone; what touches the outside is done by a worker. */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { environmentWithSecrets } from '@redress/server/secrets';
import type { BossQueue } from '../platform/jobs/boss-queue.ts';
import type { Tables } from '../platform/tables.ts';
import type { DeskDeps } from './desk.ts';
import type { Printed } from './operator.ts';

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
  npm run ops -- forms [fetch|fill [id]]       forms of courts; \`fetch\` brings blanks, \`fill <id> --to <folder>\` tries one (needs no database)
  npm run ops -- stale-law                     texts of the law to read again, by place (needs no database)
  npm run ops -- rotate-secret [--finish]      a new secret of the installation, in two steps (needs no database)
  npm run ops -- backup --to <folder> [--init] [--keep 7]    one whole backup: database, stored files, keys
  npm run ops -- archive --to <folder> [--init] [--keep 7] [--base-hours 24] [--every-seconds 10]   keep backing up until it is stopped: a restore then reaches any time
  npm run ops -- backups --from <folder> [--max-age-minutes 5] [--metrics-file <file>.prom]   what there is; fails when the newest is older
  npm run ops -- restore --from <folder> [--at 2026-11-22T08:00:00Z] [--pgdata <folder>] [--only database,store,keys] [--minutes 120]

It finds the database by DATABASE_URL, else by DATA_DIR (.data).`;
const linesAbout = (word: string) => HELP.split('\n').filter((line) => line.startsWith(`  npm run ops -- ${word}`));

/** Statements may take long: after an incident all that was written is looked through. */
const STATEMENT_TIMEOUT_MS = 60_000;

const options = <T extends 'string' | 'boolean', N extends string>(type: T, ...names: N[]) =>
  // The cast: `Object.fromEntries` forgets which names there are.
  Object.fromEntries(names.map((name) => [name, { type }])) as Record<N, { type: T }>;
const OPTIONS = {
  ...options('boolean', 'help', 'finish', 'init'),
  ...options('string', 'reason', 'from', 'to', 'price', 'papers', 'sale', 'at', 'pgdata', 'only', 'minutes', 'keep'),
  ...options('string', 'every-seconds', 'base-hours', 'max-age-minutes', 'metrics-file'),
};

/** Reads the command line; words that the help does not name for the command are refused before anything is done. */
function readWords() {
  const args = process.argv.slice(2);
  const usage = linesAbout(`${args[0] ?? ''} `);
  const takes = (option: string) =>
    option === '--help' || usage.some((line) => line.includes(`${option} `) || line.includes(`${option}]`));
  const unknown = args.find((word) => word.startsWith('--') && !takes(word.split('=')[0] ?? ''));
  const read = (given: string[]) => parseArgs({ args: given, allowPositionals: true, options: OPTIONS });
  try {
    if (usage.length > 0 && unknown) throw new Error(`${args[0]} takes no ${unknown}, and nothing was done.`);
    return { usage, refusal: '', ...read(args) };
  } catch (error) {
    return { usage, refusal: [(error as Error).message, ...usage].join('\n'), ...read([]) };
  }
}

const { usage, refusal, positionals, values } = readWords();
const [command, subject = '', object = ''] = positionals;
const print = (lines: readonly string[]) => process.stdout.write(`${aligned(lines).join('\n')}\n`);

/** Lines with their columns, parted by tabs, under each other. */
function aligned(lines: readonly string[]): string[] {
  const rows = lines.map((line) => line.split('\t'));
  const widths: number[] = [];
  for (const row of rows) row.slice(0, -1).forEach((cell, at) => (widths[at] = Math.max(widths[at] ?? 0, cell.length)));
  return rows.map((row) =>
    row.map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd((widths[at] ?? 0) + 2))).join(''),
  );
}

const { reason = '', from, to, price, papers, sale } = values;
const desk = async (deps: DeskDeps) => (await import('./desk.ts')).createDesk(deps);
const incident = async (deps: DeskDeps) => (await import('./incident.ts')).createIncident(deps);
const groups = async (deps: DeskDeps) => (await import('./groups.ts')).createGroups(deps);
const looks = async (deps: DeskDeps) => (await import('./stopped-sentences.ts')).createStoppedSentences(deps);
const prices = async (deps: DeskDeps) => (await import('./price-table.ts')).createPriceTable(deps);
const lost = async (deps: DeskDeps) => (await import('./lost-payments.ts')).createLostPayments(deps);
const window = async () => (await import('./incident.ts')).readWindow(from, to);
const isChange = [price, papers, sale].some((each) => each !== undefined);

/** Commands on the database by their names in the help; each loads what it needs and nothing else. */
const COMMANDS: Readonly<Record<string, (deps: DeskDeps) => Promise<Printed>>> = {
  stuck: async (deps) => (await desk(deps)).stuck(),
  why: async (deps) => (await import('./why.ts')).why(deps, subject),
  order: async (deps) => (await desk(deps)).order(subject),
  dead: async (deps) => (await desk(deps)).dead(),
  retry: async (deps) => (await desk(deps)).retry(subject),
  refund: async (deps) => (await desk(deps)).refund(subject, reason),
  repost: async (deps) => (await desk(deps)).repost(subject, reason),
  looks: async (deps) => (await looks(deps)).list(),
  fact: async (deps) => (await looks(deps)).fact(subject, reason),
  threat: async (deps) => (await looks(deps)).threat(subject, reason),
  'lost-payments': async (deps) => (await lost(deps)).list(from),
  'refund-lost': async (deps) => (await lost(deps)).refund(subject, reason),
  'end-sessions': async (deps) => (await incident(deps)).endSessions(subject, reason),
  group: async (deps) => (await groups(deps)).list(subject),
  'group-add': async (deps) => (await groups(deps)).add(subject, object, reason),
  'group-remove': async (deps) => (await groups(deps)).remove(subject, object, reason),
  package: async (deps) => {
    const table = await prices(deps);
    return isChange ? table.set(subject, { price, papers, sale }, reason) : table.show(subject);
  },
  affected: async (deps) => (await incident(deps)).affected(await window()),
  addresses: async (deps) => (await incident(deps)).addresses(await window(), reason),
};
const cwd = process.env['INIT_CWD'] ?? process.cwd();
const today = () => new Date().toISOString().slice(0, 10);
const WITHOUT_DATABASE: Readonly<Record<string, () => Promise<Printed>>> = {
  async 'rotate-secret'() {
    const { finishSecret, rotateSecret, secretFile } = await import('./rotate-secret.ts');
    const file = secretFile(process.env, cwd);
    return values.finish ? finishSecret(file, Date.now) : rotateSecret(file);
  },
  'stale-law': async () => (await import('./stale-law.ts')).staleLaw(today()),
  async forms() {
    const { createFormsDesk } = await import('./court-forms.ts');
    const folder = path.resolve(cwd, process.env['DATA_DIR'] ?? '.data', 'forms');
    const forms = createFormsDesk({ folder, today: today() });
    if (subject === 'fetch') return forms.fetch(object);
    return subject === 'fill' ? forms.fill(object, path.resolve(cwd, to ?? '.')) : forms.list();
  },
};
const BACKUP_COMMANDS = ['backup', 'archive', 'backups', 'restore'];

async function runOnDatabase(run: (deps: DeskDeps) => Promise<Printed>, env: NodeJS.ProcessEnv) {
  const [{ openDatabase }, { SCHEMA }, { findDatabase }] = await Promise.all([
    import('@redress/database'),
    import('../platform/database.ts'),
    import('./find-database.ts'),
  ]);
  const url = findDatabase(env, cwd);
  const database = await openDatabase({
    url,
    name: 'ops',
    maxConnections: 3,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  let opened: Promise<BossQueue> | undefined;
  const queue = () => (opened ??= import('./open-queue.ts').then(({ openQueue }) => openQueue(url)));
  try {
    const deps: DeskDeps = {
      db: database.kysely<Tables>().withSchema(SCHEMA),
      jobs: {
        counts: async () => (await queue()).counts(),
        deadLetters: async () => (await queue()).deadLetters(),
        redrive: async (name) => (await queue()).redrive(name),
        enqueue: async (...order) => (await queue()).enqueue(...order),
      },
      now: () => new Date(),
      newId: () => randomBytes(12).toString('hex'),
    };
    print(await run(deps));
  } finally {
    await (await opened)?.stop();
    await database.close();
  }
}

async function main(): Promise<number> {
  if (refusal) throw new Error(refusal);
  if (!command || command === 'help' || values.help) {
    const about = linesAbout(`${command === 'help' ? subject : (command ?? '')} `);
    print(about.length > 0 ? about : [HELP]);
    return command || values.help ? 0 : 1;
  }
  if (usage.length === 0) {
    const near = linesAbout(command.slice(0, 2));
    throw new Error(
      [`There is no command ${command}. ${near.length > 0 ? 'Near it:' : 'help lists all.'}`, ...near].join('\n'),
    );
  }
  const alone = Object.hasOwn(WITHOUT_DATABASE, command) ? WITHOUT_DATABASE[command] : undefined;
  if (alone) {
    print(await alone());
    return 0;
  }
  const env = environmentWithSecrets(process.env);
  if (BACKUP_COMMANDS.includes(command)) {
    const { runBackupCommand } = await import('./backup-commands.ts');
    return runBackupCommand(command, values, { env, cwd, print });
  }
  const run = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  // The line of the help says whether a command needs a name.
  if (!subject && /-- \S+ (?:<|R-|pi_|all)/.test(usage[0] ?? '')) throw new Error(`Which one?\n${usage.join('\n')}`);
  if (run) await runOnDatabase(run, env);
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
