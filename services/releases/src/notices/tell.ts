import { randomUUID } from 'node:crypto';
import type { NoticeFacts, NoticeKind, NoticeTarget } from '@redress/contracts/release-api';
import { rowsWith } from '../store/rows.ts';
import type { Trx } from '../store/schema.ts';

/** What somebody is to be told of an act, before it has its snapshot. */
export interface NoticeContent {
  kind: NoticeKind;
  facts: NoticeFacts;
}

export interface NoticeDraft extends NoticeContent {
  /** Of what happened: it is told once, whoever sees it again. */
  key: string;
  channel: string;
  remote: string | null;
  /** Whose remotes it is about; beside them those are told who are told of everything. */
  teams: readonly (string | null)[];
}

/** More of a kind in an hour are written down and sent to nobody: a script that goes round must not fill a mailbox. */
const MOST_IN_AN_HOUR = 60;
const HOUR_MS = 3_600_000;
const MAX_TEXT = 500;

/** One line without anything that could begin another line, a header or another direction of writing. */
const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_TEXT);

/** The part of an address that is of no person, and opens nothing. */
export const placeOf = ({ kind, address }: Pick<NoticeTarget, 'kind' | 'address'>): string =>
  kind === 'email' ? address.slice(address.lastIndexOf('@') + 1) : new URL(address).host;

/**
 * Writes a notice and whom it goes to, in the transaction of what it tells: neither is there without the other, and what
 * was written is sent by whichever program runs next.
 * @returns its number, or `null` when it was told before
 */
export async function tell(trx: Trx, draft: NoticeDraft, now: Date): Promise<number | null> {
  const { key, channel, kind, remote, teams } = draft;
  const facts = Object.fromEntries(
    Object.entries(draft.facts).map(([name, value]) => [name, typeof value === 'string' ? oneLine(value) : value]),
  );
  const row = await trx
    .insertInto('releases.notice')
    .values({ key, channel, kind, remote, facts: JSON.stringify(facts), created_at: now })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) return null;
  const { told } = await trx
    .selectFrom('releases.notice')
    .select(({ fn }) => fn.countAll<string>().as('told'))
    .where(({ and }) => and({ channel, kind }))
    .where('created_at', '>', new Date(now.getTime() - HOUR_MS))
    .executeTakeFirstOrThrow();
  if (Number(told) > MOST_IN_AN_HOUR) return row.id;
  const targets = await rowsWith(trx, 'notice_target', { channel }).orderBy('id').execute();
  // Who is told of a team and of everything is told once.
  const byAddress = new Map(
    targets
      .filter(({ team }) => team === null || teams.includes(team) || kind === 'test')
      .map((target) => [target.address, target]),
  );
  const sendings = [...byAddress.values()].map((target) => ({
    id: randomUUID(),
    notice_id: row.id,
    target_id: target.id,
    kind: target.kind,
    place: placeOf(target),
    next_at: now,
    error: null,
  }));
  if (sendings.length > 0) await trx.insertInto('releases.notice_sending').values(sendings).execute();
  return row.id;
}
