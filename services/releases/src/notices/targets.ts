import { randomBytes } from 'node:crypto';
import type { NoticeTarget } from '@redress/contracts/release-api';
import { isIP } from 'node:net';
import { assertManages, type Actor } from '../http/actor.ts';
import { appendToLedger } from '../ledger/ledger.ts';
import { ReleaseRefusal } from '../refusal.ts';
import type { ReleaseCore } from '../release-core.ts';
import type { InputOf, Operation } from '../release-operations.ts';
import { changeRows, removeRows, rowsWith } from '../store/rows.ts';
import type { Db, RowOf, Trx } from '../store/schema.ts';
import { wire } from '../store/wire.ts';
import { placeOf } from './tell.ts';
import { checkOf, isPrivateHost, secretOf } from './webhook.ts';

/** Each is one request or mail for each notice. */
const MOST = 20;
const HOUR_MS = 3_600_000;

type Core = Pick<ReleaseCore, 'db' | 'keys' | 'now'>;
type Row = RowOf<'notice_target'>;
type Issued = NoticeTarget & { secret: string | null };

const targetOf = ({ salt: _, secret_check: __, former_salt: ___, former_until, ...row }: Row): NoticeTarget =>
  wire({ ...row, former_secret_until: former_until });

const newSalt = () => randomBytes(16).toString('base64url');

/** @throws {ReleaseRefusal} `NOTICE_TARGET_INVALID` */
function addressOf(
  { email, webhook }: Pick<InputOf<'addNoticeTarget'>, 'email' | 'webhook'>,
  privateHosts: readonly string[],
): { kind: NoticeTarget['kind']; address: string } {
  const refuse = (why: string): never => {
    throw new ReleaseRefusal('NOTICE_TARGET_INVALID', why);
  };
  if ((email === undefined) === (webhook === undefined)) return refuse('Name a mail address or a webhook.');
  if (webhook === undefined) return { kind: 'email', address: email as string };
  const url = new URL(webhook);
  if (url.username || url.password || url.hash) return refuse('A webhook has no user, password or fragment.');
  if (!isPrivateHost(url, privateHosts)) {
    if (url.protocol !== 'https:') return refuse('A webhook begins with https://.');
    // Names are looked at when a connection is made, again with each: what they lead to changes.
    if (isIP(url.hostname.replace(/^\[|\]$/g, '')) || !url.hostname.includes('.'))
      return refuse('A webhook is named by its full name, not by an address.');
  }
  return { kind: 'webhook', address: url.href };
}

export const listTargets = async (db: Db, channel: string): Promise<NoticeTarget[]> =>
  (await rowsWith(db, 'notice_target', { channel }).orderBy('id').execute()).map(targetOf);

/** Of the address no more than what is of no person: the ledger can be neither changed nor removed. */
const note = (
  trx: Trx,
  action: string,
  row: Row,
  { actor, reason, now }: { actor: Actor; reason: string; now: Date },
) =>
  appendToLedger(trx, {
    actor,
    action,
    subject: row.channel,
    detail: { target: row.id, kind: row.kind, place: placeOf(row), team: row.team },
    reason,
    now,
  });

/** @throws {ReleaseRefusal} `NOTICE_TARGET_INVALID`, `NOTICE_TARGET_LIMIT` */
export async function addTarget(
  { db, keys, now }: Core,
  wanted: InputOf<'addNoticeTarget'> & { privateHosts: readonly string[] },
  actor: Actor,
): Promise<Issued> {
  assertManages(actor);
  const { channel, team, reason } = wanted;
  const named = addressOf(wanted, wanted.privateHosts);
  const salt = named.kind === 'webhook' ? newSalt() : null;
  const secret = salt === null ? null : secretOf(keys, salt);
  return db.transaction().execute(async (trx) => {
    await trx.selectFrom('releases.channel').select('name').where('name', '=', channel).forUpdate().execute();
    if ((await listTargets(trx, channel)).length >= MOST)
      throw new ReleaseRefusal('NOTICE_TARGET_LIMIT', `${MOST} addresses are told on ${channel} already.`);
    const row = await trx
      .insertInto('releases.notice_target')
      .values({
        channel,
        team,
        ...named,
        salt,
        secret_check: secret === null ? null : checkOf(secret),
        former_salt: null,
        actor: actor.name,
        created_at: now(),
      })
      .onConflict((conflict) => conflict.columns(['channel', 'team', 'address']).doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!row) throw new ReleaseRefusal('NOTICE_TARGET_INVALID', 'This address is told already.');
    await note(trx, 'notice-target', row, { actor, reason, now: now() });
    return { ...targetOf(row), secret };
  });
}

const locked = async (trx: Trx, channel: string, id: number): Promise<Row> => {
  const row = await rowsWith(trx, 'notice_target', { channel, id }).forUpdate().executeTakeFirst();
  if (!row) throw new ReleaseRefusal('NOTICE_TARGET_UNKNOWN', `Nobody with the number ${id} is told on ${channel}.`);
  return row;
};

/** @throws {ReleaseRefusal} `NOTICE_TARGET_UNKNOWN` */
export const rotateTarget: Operation<Core, 'rotateNoticeTarget'> = async (core, asked, actor) => {
  const { db, keys, now } = core;
  const { channel, id, hours, reason } = asked;
  assertManages(actor);
  const salt = newSalt();
  const secret = secretOf(keys, salt);
  return db.transaction().execute(async (trx) => {
    const before = await locked(trx, channel, id);
    if (before.kind !== 'webhook')
      throw new ReleaseRefusal('NOTICE_TARGET_UNKNOWN', `${id} is a mail address, which has no secret.`);
    const row = await trx
      .updateTable('releases.notice_target')
      .set({
        salt,
        secret_check: checkOf(secret),
        former_salt: hours === 0 ? null : before.salt,
        former_until: hours === 0 ? null : new Date(now().getTime() + hours * HOUR_MS),
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await note(trx, 'notice-rotate', row, { actor, reason, now: now() });
    return { ...targetOf(row), secret };
  });
};

/** @throws {ReleaseRefusal} `NOTICE_TARGET_UNKNOWN` */
export const endTarget: Operation<Core, 'endNoticeTarget'> = async ({ db, now }, { channel, id, reason }, actor) => {
  assertManages(actor);
  await db.transaction().execute(async (trx) => {
    const row = await locked(trx, channel, id);
    await changeRows(trx, 'notice_sending', { target_id: id, state: 'waiting' }, { state: 'ended' });
    await removeRows(trx, 'notice_target', { id });
    await note(trx, 'notice-end', row, { actor, reason, now: now() });
  });
  return {};
};
