import type { StaffPassRow } from '@redress/contracts/release-api';
import { STAFF_PASS_LIMIT } from '@redress/contracts/releases';
import { signedPassText, STAFF_ROUTES, type StaffPass } from '@redress/contracts/passes';
import type { SigningKey } from '@redress/release-client/publish';
import type { ChannelContext } from '../channels/channel-context.ts';
import { assertManages } from '../http/actor.ts';
import type { KeyFolder } from '../keys/key-folder.ts';
import { appendToLedger } from '../ledger/ledger.ts';
import { digestOf, newSecret } from '../keys/address-secret.ts';
import { ReleaseRefusal } from '../refusal.ts';
import type { Operation } from '../release-operations.ts';
import type { Db, RowOf } from '../store/schema.ts';
import { wire } from '../store/wire.ts';

const DAY_MS = 86_400_000;
/** So long an address opens: it may lie in a mailbox longer. */
const OPEN_MS = DAY_MS;

const passOf = ({ secret_hash: _, ended_at: __, ...row }: RowOf<'staff_pass'>): StaffPassRow => ({
  ...wire(row),
  openUntil: new Date(row.created_at.getTime() + OPEN_MS).toISOString(),
});

const unexpired = (db: Db, channel: string, now: Date) =>
  db.selectFrom('releases.staff_pass').where('channel', '=', channel).where('expires_at', '>', now);

/** The next to end first. */
export async function listStaffPasses(
  { db, now }: { db: Db; now: () => Date },
  channel: string,
): Promise<StaffPassRow[]> {
  const rows = await unexpired(db, channel, now())
    .where('ended_at', 'is', null)
    .selectAll()
    .orderBy('expires_at')
    .orderBy('id')
    .execute();
  return rows.map(passOf);
}

/** Makes the address at which one browser becomes staff. @throws {ReleaseRefusal} `NOT_ALLOWED`, `STAFF_PASS_LIMIT` */
export const addStaffPass: Operation<ChannelContext, 'addStaffPass'> = async (
  { changer, now },
  { channel, person, days, reason = null },
  actor,
) => {
  assertManages(actor);
  const secret = newSecret();
  return changer.within(channel, async (trx) => {
    const at = now();
    await trx.deleteFrom('releases.staff_pass').where('expires_at', '<=', at).execute();
    // The rules name every one that was ended: there is an end to how many.
    if ((await unexpired(trx, channel, at).select('id').execute()).length >= STAFF_PASS_LIMIT)
      throw new ReleaseRefusal('STAFF_PASS_LIMIT', `${channel} has ${STAFF_PASS_LIMIT} staff passes already.`);
    const row = await trx
      .insertInto('releases.staff_pass')
      .values({
        channel,
        person,
        secret_hash: digestOf(secret),
        actor: actor.name,
        reason,
        created_at: at,
        expires_at: new Date(at.getTime() + days * DAY_MS),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const detail = { channel, pass: row.id, until: row.expires_at.toISOString() };
    await appendToLedger(trx, { actor, action: 'staff', subject: person, detail, reason, now: at });
    return { ...passOf(row), path: STAFF_ROUTES.open + secret };
  });
};

/**
 * Ends a pass. Where something rolls out to staff, sites learn of it with a snapshot of its own.
 * @returns the number of that snapshot, if it makes one
 * @throws {ReleaseRefusal} `NOT_ALLOWED`, `STAFF_PASS_UNKNOWN`
 */
export const endStaffPass: Operation<ChannelContext, 'endStaffPass'> = async (
  context,
  { channel, id, reason },
  actor,
) => {
  const { changer, now } = context;
  assertManages(actor);
  const made = await changer.within(channel, async (trx, state, commit) => {
    const at = now();
    const row = await trx
      .updateTable('releases.staff_pass')
      .set({ ended_at: at, secret_hash: null })
      .where(({ and }) => and({ channel, id }))
      .where('expires_at', '>', at)
      .where('ended_at', 'is', null)
      .returning('person')
      .executeTakeFirst();
    if (!row) throw new ReleaseRefusal('STAFF_PASS_UNKNOWN', `${channel} has no staff pass ${id}.`);
    const act = { action: 'staff-end', subject: row.person, detail: { pass: id }, actor, reason };
    if (state.rollouts.some(({ cohorts }) => cohorts?.staff)) return commit({ ...act, kind: 'renew' });
    await appendToLedger(trx, { ...act, detail: { channel, ...act.detail }, now: at });
    return null;
  });
  return { number: made && made.number };
};

/**
 * The first browser that opens an address takes its pass.
 * @returns the pass, signed; `null` when there is none, it was taken, or it has ended
 */
export async function takeStaffPass(
  { db, keys, now }: { db: Db; keys: Pick<KeyFolder, 'channelKey'>; now: () => Date },
  channel: string,
  digest: string,
): Promise<string | null> {
  const at = now();
  const row = await db
    .updateTable('releases.staff_pass')
    .set({ secret_hash: null, opened_at: at })
    .where(({ and }) => and({ secret_hash: digest, channel }))
    .where('expires_at', '>', at)
    .where('created_at', '>', new Date(at.getTime() - OPEN_MS))
    .returning(['id', 'expires_at'])
    .executeTakeFirst();
  if (!row) return null;
  const until = Math.floor(row.expires_at.getTime() / 1_000);
  return signStaffPass({ channel, id: row.id, until }, keys.channelKey(channel));
}

function signStaffPass(pass: StaffPass, key: SigningKey): string {
  const payload = JSON.stringify(pass);
  const signature = Buffer.from(key.sign(signedPassText('staff', payload)), 'base64').toString('base64url');
  return `${key.keyId}.${Buffer.from(payload).toString('base64url')}.${signature}`;
}
