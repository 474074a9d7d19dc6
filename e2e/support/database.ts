import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import type { Program } from './program.ts';

/** A program whose rows can be read: it has a database of its own in `dataDir`, or its environment names one. */
type Stored = Pick<Program, 'dataDir'> & Partial<Pick<Program, 'env'>>;

/** Asks a database by its address, or by where it is. */
export async function ask<Row extends pg.QueryResultRow>(
  at: string | pg.ClientConfig,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client(at);
  // A server that ends meanwhile fails the query; the event of the connection says nothing more, and unheard it would end the test.
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

function databaseOf({ dataDir, env }: Stored): string | pg.ClientConfig {
  if (env?.['DATABASE_URL']) return env['DATABASE_URL'];
  const [, , , , host] = readFileSync(path.join(dataDir, 'pg/postmaster.pid'), 'utf8').split('\n');
  return { host, user: 'redress', database: 'redress' };
}

/** Runs SQL on the database of a program: reads, acts of an operator, and states that only time would bring. */
export const select = <Row extends pg.QueryResultRow>(program: Stored, sql: string, values: unknown[] = []) =>
  ask<Row>(databaseOf(program), sql, values);

/** As an operator who changes a price. */
export const setPrice = (program: Stored, id: string, cents: number) =>
  select(program, 'update claims.package set price_cents = $2 where id = $1', [id, cents]);

export interface CouponRow {
  code: string;
  type: 'fixed' | 'percentage';
  /** fixed: whole cents; percentage: hundredths of a percent. */
  amount: number;
  /** How often it can be redeemed; without it any number of times. */
  uses?: number;
}

export async function addCoupon(program: Program, { code, type, amount, uses }: CouponRow): Promise<void> {
  const sql = 'insert into claims.coupon (code, type, amount, max_uses, created_at) values ($1, $2, $3, $4, now())';
  await select(program, sql, [code, type, amount, uses ?? null]);
}

/** The change window of a letter ends now: the letter and the job that waits for it move to the present. */
export async function endChangeWindow(program: Program, demandId: string): Promise<void> {
  await select(program, `update claims.letter set window_ends_at = now() where id = $1 and state = 'approved'`, [
    demandId,
  ]);
  // Workers are notified as of a job that is enqueued for now; by themselves they look every ten seconds.
  await select(
    program,
    `with due as (
       update claims_jobs.job set start_after = now() where data->'data'->>'letterId' = $1 and state = 'created' returning name)
     select pg_notify('pgboss_' || left(encode(sha224('claims_jobs'), 'hex'), 24), name) from due`,
    [demandId],
  );
}

const COPIES = `
  with n as (select generate_series(1, $2::int) as n),
  of as (select id from claims.form_session where id = $1),
  copied_sessions as (
    insert into claims.form_session
    select c.* from claims.form_session s cross join n cross join lateral jsonb_populate_record(s, jsonb_build_object(
      'id', substr(md5(s.id || n), 1, 24), 'created_at', s.created_at - n * interval '1 day')) c
    where s.id = $1 returning id
  ),
  copied_orders as (
    insert into claims.claim_order
    select c.* from claims.claim_order o cross join n cross join lateral jsonb_populate_record(o, jsonb_build_object(
      'id', substr(md5(o.id || n), 1, 24), 'form_session_id', substr(md5(o.form_session_id || n), 1, 24),
      'order_number', o.order_number || '-' || n,
      -- Thousands of orders whose papers are missing would keep the worker from everybody else's.
      'package_id', 'demand-letter', 'package_title', 'Demand Letter', 'created_at', o.created_at - n * interval '1 day',
      'paid_at', o.paid_at - n * interval '1 day')) c
    where o.form_session_id = $1 returning id
  ),
  copied_payments as (
    insert into claims.payment
    select c.* from claims.payment p join claims.claim_order o on o.id = p.order_id
    cross join n cross join lateral jsonb_populate_record(p, jsonb_build_object(
      'id', substr(md5(p.id || n), 1, 24), 'order_id', substr(md5(p.order_id || n), 1, 24),
      'intent_id', p.intent_id || '_' || n, 'created_at', p.created_at - n * interval '1 day',
      'succeeded_at', p.succeeded_at - n * interval '1 day')) c
    where o.form_session_id = $1 returning id
  ),
  copied_letters as (
    insert into claims.letter
    select c.* from claims.letter l cross join n cross join lateral jsonb_populate_record(l, jsonb_build_object(
      'id', substr(md5(l.id || n), 1, 24), 'form_session_id', substr(md5(l.form_session_id || n), 1, 24),
      'order_id', substr(md5(l.order_id || n), 1, 24), 'state', 'draft', 'window_ends_at', null, 'approval_id', null,
      'created_at', l.created_at - n * interval '1 day')) c
    where l.form_session_id = $1 returning id
  )
  insert into claims.letter_version
  select c.* from claims.letter_version v join claims.letter l on l.id = v.letter_id
  cross join n cross join lateral jsonb_populate_record(v, jsonb_build_object(
    'letter_id', substr(md5(v.letter_id || n), 1, 24))) c
  where l.form_session_id = $1
`;

/** As if one paid claim had been made again on each of the `count` days before: session, order, payment, letter. */
export async function repeatClaim(program: Program, formSessionId: string, count: number): Promise<void> {
  await select(program, COPIES, [formSessionId, count]);
}
