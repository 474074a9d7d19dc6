import type { WebhookBody } from '@redress/contracts/release-api';
import { noted } from '@redress/database';
import { sql } from 'kysely';
import { bound } from '@redress/server/bound';
import type { ReleaseCore } from '../release-core.ts';
import { changeRows, rowsWith } from '../store/rows.ts';
import type { RowOf } from '../store/schema.ts';
import type { SendMail } from './mail.ts';
import { mailOf, noticeText } from './notice-text.ts';
import { checkOf, postWebhook, secretOf, signedHeaders } from './webhook.ts';

/** Longer than a try lasts: until then no other program takes the same one up. */
const FIRST_PAUSE_S = 30;
/** Share by which a pause may be longer: what failed together does not come together again. */
const SPREAD = 0.25;
const LONGEST_PAUSE_S = 3_600;
/** Of growing pauses: about eighteen hours. */
const MOST_TRIES = 24;
/** A receiver that answers nothing holds one of these for ten seconds. */
const AT_ONCE = 20;

interface Due extends Pick<RowOf<'notice_sending'>, 'id' | 'attempts' | 'notice_id'> {
  target_id: number;
}
type Failure = { error: string; forGood: boolean };

interface Context extends Pick<ReleaseCore, 'db' | 'keys' | 'now'> {
  sendMail: SendMail;
  privateHosts: readonly string[];
  consoleUrl: () => string;
  log: (message: string) => void;
  stopping: AbortController;
  underWay: Set<Promise<void>>;
}

/** The pause is set before the try: a program that is killed in between leaves it to the next one. New ones go first. */
const takeUp = ({ db, now }: Context, limit: number): Promise<Due[]> =>
  db
    .with('due', (to) =>
      to
        .selectFrom('releases.notice_sending')
        .select('id')
        .where('state', '=', 'waiting')
        .where('target_id', 'is not', null)
        .where('next_at', '<=', now())
        .orderBy('attempts')
        .orderBy('next_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('releases.notice_sending')
    .set(({ eb }) => ({
      attempts: eb('attempts', '+', 1),
      next_at: sql<Date>`${now()}::timestamptz + least(${FIRST_PAUSE_S} * power(2, least(attempts, 20)), ${LONGEST_PAUSE_S}) * (1 + ${SPREAD} * random()) * interval '1 second'`,
    }))
    .where('id', 'in', (of) => of.selectFrom('due').select('id'))
    .returning(['id', 'attempts', 'notice_id', 'target_id'])
    .$narrowType<{ target_id: number }>()
    .execute();

async function attempt(context: Context, due: Due): Promise<Failure | null> {
  const { db, sendMail, privateHosts, consoleUrl, stopping, now } = context;
  const notice = await rowsWith(db, 'notice', { id: due.notice_id }).executeTakeFirstOrThrow();
  const target = await rowsWith(db, 'notice_target', { id: due.target_id }).executeTakeFirst();
  if (!target) return { error: 'ENDED', forGood: true };
  if (target.kind === 'email')
    return sendMail({ id: due.id, to: target.address, ...mailOf(notice, consoleUrl()) }, stopping.signal);
  const { summary, page } = noticeText(notice);
  const content: WebhookBody = {
    type: `release.${notice.kind}`,
    timestamp: notice.created_at.toISOString(),
    data: {
      ...notice.facts,
      notice: notice.id,
      channel: notice.channel,
      remote: notice.remote,
      summary,
      console: `${consoleUrl()}/${page}`,
    },
  };
  const secrets = secretsOf(context, target);
  if (!secrets) return { error: 'KEY_MISSING', forGood: false };
  const body = JSON.stringify(content);
  const headers = signedHeaders({ id: `msg_${due.id}`, body, at: now() }, secrets);
  const given = { url: new URL(target.address), headers, body };
  const error = await postWebhook(given, { privateHosts, signal: stopping.signal });
  // 410 is how a receiver says that it wants no more.
  return error === null ? null : { error, forGood: error === 'HTTP 410' };
}

/** @returns `null` with another key folder than the one of which the secret was made: nobody could verify it */
function secretsOf({ keys, now }: Context, target: RowOf<'notice_target'>): string[] | null {
  const secret = secretOf(keys, target.salt ?? '');
  if (checkOf(secret) !== target.secret_check) return null;
  const isFormerGood = target.former_salt !== null && target.former_until !== null && target.former_until > now();
  return [secret, ...(isFormerGood ? [secretOf(keys, target.former_salt as string)] : [])];
}

async function send(context: Context, due: Due): Promise<void> {
  const { db, stopping, now, log } = context;
  const failure = await attempt(context, due).catch((error: Error): Failure => {
    log(`Notice ${due.notice_id} could not be made: ${error.message}`);
    return { error: 'FAILED', forGood: false };
  });
  // The program ends: the row waits for the next start.
  if (failure && stopping.signal.aborted) return;
  const isDead = failure !== null && (failure.forGood || due.attempts >= MOST_TRIES);
  const set = failure
    ? { error: failure.error, ...(isDead ? { state: 'dead' as const } : {}) }
    : { state: 'sent' as const, error: null, sent_at: now() };
  await noted(() => changeRows(db, 'notice_sending', { id: due.id }, set));
  if (isDead)
    log(`Notice ${due.notice_id} is not delivered (${failure.error}), and not tried again: see \`release notices\`.`);
}

/**
 * Takes up what is due, and begins to send it: a receiver that is slow keeps no other waiting.
 * @returns the sendings of this call, each resolved when its end is noted
 */
async function takeUpDue(context: Context): Promise<readonly Promise<void>[]> {
  const { stopping, underWay, log } = context;
  const room = AT_ONCE - underWay.size;
  if (room <= 0 || stopping.signal.aborted) return [];
  return (await takeUp(context, room)).map((due) => {
    const one = send(context, due)
      .catch((error: Error) => log(`Notice ${due.notice_id}: ${error.message}`))
      .finally(() => underWay.delete(one));
    underWay.add(one);
    return one;
  });
}

/** Ends what is under way; the next start takes it up again. */
async function stop({ stopping, underWay }: Context): Promise<void> {
  stopping.abort();
  await Promise.all(underWay);
}

/** Sends notices that were written, each by one program at a time; what fails is tried again, under the same id. */
export const createNoticeSender = (
  { db, keys, now }: Pick<Context, 'db' | 'keys' | 'now'>,
  deps: Omit<Context, 'db' | 'keys' | 'now' | 'stopping' | 'underWay'>,
) =>
  bound(
    { db, keys, now, ...deps, stopping: new AbortController(), underWay: new Set<Promise<void>>() },
    { takeUpDue, stop },
  );
export type NoticeSender = ReturnType<typeof createNoticeSender>;
