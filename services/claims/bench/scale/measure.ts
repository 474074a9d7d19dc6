import { createDatabase, type Database } from '@redress/database';
import { exportData, saveFormData } from '@redress/contracts';
import { SCHEMA } from '../../src/platform/database.ts';
import { housekeepingJob } from '../../src/platform/housekeeping.ts';
import type { Tables } from '../../src/platform/tables.ts';
import { createDesk } from '../../src/ops/desk.ts';
import { createGroups } from '../../src/ops/groups.ts';
import { affectedPages, findDrafts } from '../../src/ops/affected.ts';
import { createIncident } from '../../src/ops/incident.ts';
import { createStoppedSentences } from '../../src/ops/stopped-sentences.ts';
import { findUnknownPayments } from '../../src/shared/orders/unknown-payments.ts';
import { ASKS, accountsOf, askOnce, readNow, type Account } from './asked.ts';
import { recordStatements, type Plan } from '@redress/database/testing';
import { percentile } from '@redress/tools/proof';
import { BUSINESS, firstPersonOf, type Size } from './population.ts';
import { ORIGIN, withService, type Service } from './service.ts';

const PEOPLE = 200;
const TIMES = 100;
const SAVE_EVERY_MS = 25;
const OPS_LIMIT_MS = 60_000;

export interface Figure {
  what: string;
  /** ms: p50 and p99 of a person's account, p99 of a company's and of the business's. */
  person: [p50: number, p99: number];
  company: number;
  business: number;
  slowest: Plan | undefined;
}
export interface Timed {
  what: string;
  ms: number;
  /** The slowest save of a draft meanwhile, in ms; for sweeps. */
  slowestSave?: number;
  /** Why it ended with an error. */
  failed?: string;
  slowest?: Plan | undefined;
  /** Not one page but all of them, one after the other. */
  isWhole?: boolean;
}
/** All data of the business, as its browser gets them. */
export interface Exported {
  firstMs: number;
  ms: number;
  bytes: number;
  /** Memory of the process before, and the most while it was sent. */
  rss: [before: number, most: number];
}
export interface Measured {
  export: Exported | null;
  asks: Figure[];
  operators: Timed[];
  sweeps: Timed[];
  /** Bytes, all of the database; and of its largest tables, with their rows. */
  bytes: number;
  tables: { name: string; rows: number; heap: number; indexes: number }[];
}

async function measureAsks(service: Service, size: Size, say: Say): Promise<Figure[]> {
  const first = firstPersonOf(size);
  const spread = Math.max(1, Math.floor((size.accounts - first) / PEOPLE));
  const people = await accountsOf(
    service,
    Array.from({ length: PEOPLE }, (_, index) => first + index * spread),
  );
  const companies = await accountsOf(
    service,
    Array.from({ length: 10 }, (_, index) => BUSINESS + 1 + index),
  );
  const [business] = (await accountsOf(service, [BUSINESS])) as [Account];
  const figures: Figure[] = [];
  for (const ask of ASKS) {
    const times = async (accounts: readonly Account[], count: number) => {
      const taken: number[] = [];
      for (let index = 0; index < count; index += 1) {
        taken.push(await askOnce(service, ask, accounts[index % accounts.length] as Account));
      }
      return taken;
    };
    const person = await times(people, people.length);
    const company = percentile(await times(companies, TIMES), 0.99);
    const [slowest] = await service.statements.slowest(() => askOnce(service, ask, business));
    const figure = {
      what: ask.what,
      person: [percentile(person, 0.5), percentile(person, 0.99)] as [number, number],
      company,
      business: percentile(await times([business], TIMES), 0.99),
      slowest,
    };
    say(
      `${ask.what}: person ${figure.person[1].toFixed(0)} ms, company ${company.toFixed(0)} ms, business ${figure.business.toFixed(0)} ms`,
    );
    figures.push(figure);
  }
  return figures;
}

type Say = (line: string) => void;

async function timed(what: string, work: () => Promise<unknown>): Promise<Timed> {
  const startedAt = performance.now();
  const failed = await work().then(
    () => undefined,
    ({ message }: Error) => message,
  );
  return { what, ms: performance.now() - startedAt, ...(failed === undefined ? {} : { failed }) };
}

async function measureOperators(service: Service, now: () => Date, say: Say) {
  const { claims } = service;
  // As the command has it.
  const database = createDatabase({ url: service.database.url, name: 'scale-ops', statementTimeoutMs: OPS_LIMIT_MS });
  const statements = recordStatements(database);
  const db = database.kysely<Tables>().withSchema(SCHEMA);
  const desk = createDesk({ ...claims.platform, db, now });
  const incident = createIncident({ db, now });
  const { rows } = await database.pool.query<{ order_number: string }>(
    'select order_number from claims.claim_order where paid_at is not null order by paid_at desc limit 1',
  );
  const to = now();
  const hour = { from: new Date(to.getTime() - 3_600_000), to };
  // The command prints one page after the other; the one in the middle is asked for anew.
  const pages = affectedPages(db, hour, (await findDrafts(db, hour)).accounts);
  const works: [string, () => Promise<unknown>][] = [
    ['stuck', () => desk.stuck()],
    ['order', () => desk.order(rows[0]?.order_number ?? '')],
    ['dead', () => desk.dead()],
    ['affected, one hour, a page of 200', () => pages.next()],
    ['looks', () => createStoppedSentences({ db, now }).list()],
    ['group', () => createGroups({ db, now }).list('')],
    ['lost payments', () => findUnknownPayments(db)],
  ];
  const found: Timed[] = [];
  for (const [what, work] of works) {
    // The first time reads from the disk: that is how an operator finds it.
    const result = await timed(what, work);
    const [slowest] = result.failed === undefined ? await statements.slowest(work) : [];
    say(`${what}: ${result.ms.toFixed(0)} ms ${result.failed ?? ''}`);
    found.push({ ...result, slowest });
  }
  const whole = await timed('affected, one hour, everybody', () => incident.affected(hour));
  say(`affected, everybody: ${whole.ms.toFixed(0)} ms ${whole.failed ?? ''}`);
  await database.close();
  return [...found, { ...whole, isWhole: true }];
}

async function measureExport({ app, ...service }: Service, say: Say): Promise<Exported> {
  const [business] = (await accountsOf({ app, ...service }, [BUSINESS])) as [Account];
  const before = process.memoryUsage().rss;
  let most = before;
  let bytes = 0;
  let firstMs = 0;
  const startedAt = performance.now();
  const headers = { cookie: business.cookie, origin: ORIGIN, 'sec-fetch-site': 'same-origin' };
  const answer = await app.inject({ method: 'GET', url: exportData.path, headers, payloadAsStream: true });
  for await (const piece of answer.stream() as AsyncIterable<Buffer>) {
    if (bytes === 0) firstMs = performance.now() - startedAt;
    bytes += piece.length;
    most = Math.max(most, process.memoryUsage().rss);
  }
  if (answer.statusCode !== 200) throw new Error(`The export answered ${answer.statusCode}.`);
  const ms = performance.now() - startedAt;
  say(
    `export: ${(bytes / 1e6).toFixed(0)} MB in ${(ms / 1e3).toFixed(1)} s, memory ${((most - before) / 1e6).toFixed(0)} MB more`,
  );
  return { firstMs, ms, bytes, rss: [before, most] };
}

/** Saves of one draft while something else works. @returns the slowest, in ms */
async function whileSaving(service: Service, account: Account, work: () => Promise<unknown>): Promise<number> {
  const { rows } = await service.database.pool.query<{ id: string }>(
    'select id from claims.form_session where user_id = $1 and paid_at is null limit 1',
    [account.id],
  );
  let isOver = false;
  let slowest = 0;
  let round = 0;
  const saving = (async () => {
    while (!isOver) {
      const startedAt = performance.now();
      round += 1;
      const { statusCode } = await service.app.inject({
        method: 'POST',
        url: saveFormData.path,
        headers: { cookie: account.cookie, origin: ORIGIN, 'sec-fetch-site': 'same-origin' },
        payload: { form_session_id: rows[0]?.id, claimDescription: `Round ${round}.` },
      });
      if (statusCode === 200) slowest = Math.max(slowest, performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, SAVE_EVERY_MS));
    }
  })();
  await work();
  isOver = true;
  await saving;
  return slowest;
}

const SWEEPS = ['ops.sweep', 'ops.sweep-payments', 'mailing.poll', 'housekeeping', 'ops.tidy'];

async function measureSweeps(service: Service, say: Say): Promise<Timed[]> {
  const { platform } = service.claims;
  const jobs = [housekeepingJob(platform), ...platform.features().flatMap((feature) => feature.jobs ?? [])];
  const [business] = (await accountsOf(service, [BUSINESS])) as [Account];
  const found: Timed[] = [];
  for (const name of SWEEPS) {
    const job = jobs.find((each) => each.name === name);
    if (!job) throw new Error(`There is no job ${name}.`);
    const run = { id: name, attempt: 0, isLastAttempt: true, signal: new AbortController().signal };
    let result: Timed | undefined;
    const slowestSave = await whileSaving(service, business, async () => {
      result = await timed(name, async () => job.handle({}, run));
    });
    say(`${name}: ${result?.ms.toFixed(0)} ms, slowest save ${slowestSave.toFixed(0)} ms ${result?.failed ?? ''}`);
    if (result) found.push({ ...result, slowestSave });
  }
  return found;
}

async function readSizes({ pool }: Database): Promise<Pick<Measured, 'bytes' | 'tables'>> {
  const { rows: tables } = await pool.query<Measured['tables'][number]>(`
    select c.relname as name, c.reltuples::bigint as rows, pg_table_size(c.oid) as heap, pg_indexes_size(c.oid) as indexes
    from pg_class c where c.relkind = 'r' and c.relnamespace in ('claims'::regnamespace, 'claims_jobs'::regnamespace)
    order by pg_total_relation_size(c.oid) desc limit 18`);
  const { rows } = await pool.query<{ bytes: number }>('select pg_database_size(current_database()) as bytes');
  return { tables, bytes: rows[0]?.bytes ?? 0 };
}

/** @param parts - of `asks`, `export`, `operators`, `sweeps`; sweeps change rows, so they come last */
export async function measure(url: string, size: Size, parts: ReadonlySet<string>, say: Say): Promise<Measured> {
  let at = new Date();
  const startedAt = performance.now();
  const now = () => new Date(at.getTime() + performance.now() - startedAt);
  return withService(
    url,
    async (service) => {
      at = await readNow(service.database);
      return {
        ...(await readSizes(service.database)),
        asks: parts.has('asks') ? await measureAsks(service, size, say) : [],
        export: parts.has('export') ? await measureExport(service, say) : null,
        operators: parts.has('operators') ? await measureOperators(service, now, say) : [],
        sweeps: parts.has('sweeps') ? await measureSweeps(service, say) : [],
      };
    },
    now,
  );
}
