import type { Notice, NoticeKind, NoticeSending } from '@redress/contracts/release-api';
import { assertManages, systemActor } from '../http/actor.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import { appendToLedger } from '../ledger/ledger.ts';
import { ReleaseRefusal } from '../refusal.ts';
import type { ReleaseCore } from '../release-core.ts';
import type { Operation } from '../release-operations.ts';
import { rowsWith } from '../store/rows.ts';
import type { Db, RowOf } from '../store/schema.ts';
import { wire } from '../store/wire.ts';
import { noticeText } from './notice-text.ts';
import { tell, type NoticeDraft } from './tell.ts';

const KEPT_MS = 90 * 86_400_000;
const UNDELIVERED_MS = 7 * 86_400_000;

type Core = Pick<ReleaseCore, 'db' | 'now'>;

const sendingOf = ({ notice_id: _, target_id: target, ...row }: RowOf<'notice_sending'>): NoticeSending =>
  wire({ ...row, target, next_at: row.state === 'waiting' ? row.next_at : null });

async function withSendings(db: Db, rows: readonly RowOf<'notice'>[]): Promise<Notice[]> {
  if (rows.length === 0) return [];
  const sendings = await db
    .selectFrom('releases.notice_sending')
    .selectAll()
    .where(
      'notice_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('id')
    .execute();
  return rows.map(({ key: _, ...row }) => ({
    ...wire(row),
    summary: noticeText(row).summary,
    sendings: sendings.filter(({ notice_id: of }) => of === row.id).map(sendingOf),
  }));
}

/** Newest first. */
export const listNotices = async (db: Db, { channel, limit }: { channel: string; limit: number }): Promise<Notice[]> =>
  withSendings(db, await rowsWith(db, 'notice', { channel }).orderBy('id', 'desc').limit(limit).execute());

const readNotice = async (db: Db, channel: string, id: number): Promise<Notice> => {
  const rows = rowsWith(db, 'notice', { channel }).where('id', '=', id);
  const [notice] = await withSendings(db, await rows.execute());
  if (!notice) throw new ReleaseRefusal('NOTICE_UNKNOWN', `${channel} has no notice ${id}.`);
  return notice;
};

/** Tells everybody of the channel that this is a test. */
export const testNotice: Operation<Core, 'testNotice'> = async ({ db, now }, { channel, reason }, actor) => {
  assertManages(actor);
  return db.transaction().execute(async (trx) => {
    const at = now();
    const { seq } = await appendToLedger(trx, { actor, action: 'notice-test', subject: channel, reason, now: at });
    const facts = { actor: actor.name, reason };
    const draft = { key: `test ${seq}`, kind: 'test', channel, remote: null, teams: [], facts } as const;
    return readNotice(trx, channel, (await tell(trx, draft, at)) as number);
  });
};

/** Tries again what was given up. @throws {ReleaseRefusal} `NOTICE_UNKNOWN` */
export const retryNotice: Operation<Core, 'retryNotice'> = async ({ db, now }, { channel, id, reason }, actor) => {
  assertManages(actor);
  return db.transaction().execute(async (trx) => {
    await readNotice(trx, channel, id);
    await trx
      .updateTable('releases.notice_sending')
      .set({ state: 'waiting', attempts: 0, next_at: now() })
      .where(({ and }) => and({ notice_id: id, state: 'dead' }))
      .where('target_id', 'is not', null)
      .execute();
    const detail = { channel, notice: id };
    await appendToLedger(trx, { actor, action: 'notice-retry', subject: channel, detail, reason, now: now() });
    return readNotice(trx, channel, id);
  });
};

const NOTED_AS: Partial<Record<NoticeKind, string>> = { 'rollback-blocked': 'gate-blocked', failing: 'gate-held' };

/**
 * What the health gate cannot or does not take back: told once for each key of the draft.
 * @returns whether it is news
 */
export const tellOfGate = ({ db, now }: Core, draft: NoticeDraft): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    if ((await tell(trx, draft, now())) === null) return false;
    const { channel, remote, facts } = draft;
    const action = NOTED_AS[draft.kind];
    if (action === undefined) return true;
    await appendToLedger(trx, {
      actor: systemActor('health-gate'),
      action,
      subject: remote ?? channel,
      detail: { channel, ...facts },
      reason: facts.reason ?? null,
      now: now(),
    });
    return true;
  });

/** Reads the whole ledger, and tells of a chain that is broken. @returns sentences for the log */
export async function watchLedger(core: ReleaseCore, channel: string): Promise<string[]> {
  const { fault } = await checkLedger(core);
  if (!fault) return [];
  const reason = `entry ${fault.seq}: ${fault.what}`;
  const draft = {
    key: `ledger-broken ${channel} ${reason}`,
    kind: 'ledger-broken',
    channel,
    remote: null,
    teams: [],
    facts: { reason },
  } as const;
  const told = await core.db.transaction().execute((trx) => tell(trx, draft, core.now()));
  return told === null ? [] : [`The ledger is not whole, ${reason}.`];
}

/** Mails and webhooks of the last week that have not reached anybody so far, and since when the first of them waits. */
export async function readUndelivered({ db, now }: Core): Promise<{ count: number; since: Date | null }> {
  const { count, since } = await db
    .selectFrom('releases.notice_sending')
    .innerJoin('releases.notice', 'releases.notice.id', 'releases.notice_sending.notice_id')
    .select(({ fn }) => [fn.countAll<string>().as('count'), fn.min('releases.notice.created_at').as('since')])
    .where('created_at', '>', new Date(now().getTime() - UNDELIVERED_MS))
    .where(({ or, and, eb }) =>
      or([eb('state', '=', 'dead'), and([eb('state', '=', 'waiting'), eb('error', 'is not', null)])]),
    )
    .executeTakeFirstOrThrow();
  return { count: Number(count), since };
}

/** Takes away what is past its time. */
export const forgetNotices = ({ db, now }: Core): Promise<unknown> =>
  db
    .deleteFrom('releases.notice')
    .where('created_at', '<', new Date(now().getTime() - KEPT_MS))
    .execute();
