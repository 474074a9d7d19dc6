import { existsSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Program } from '../support/program.ts';
import { select } from '../support/database.ts';

/** The outside world's own records, read from its file: they are there while the program is not. */
function records<T>({ dataDir }: Pick<Program, 'dataDir'>, collection: string): Map<string, T> {
  const file = path.join(dataDir, 'sandbox/world.sqlite');
  if (!existsSync(file)) return new Map();
  const database = new DatabaseSync(file, { timeout: 5_000 });
  try {
    const rows = database.prepare('select id, value from record where collection = ? order by rowid').all(collection);
    return new Map(rows.map(({ id, value }) => [String(id), JSON.parse(String(value)) as T]));
  } finally {
    database.close();
  }
}

interface Charge {
  payment_intent: string | { id: string };
  paid: boolean;
  status: string;
}
interface Letter {
  metadata?: Record<string, string>;
}
interface Mail {
  to: string[] | string;
  subject: string;
  messageId: string;
}

/** How often each intent was charged. */
export function charges(program: Program): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { payment_intent, status } of records<Charge>(program, 'stripe.charges').values()) {
    if (status !== 'succeeded') continue;
    const id = typeof payment_intent === 'string' ? payment_intent : payment_intent.id;
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** How many letters the carrier was given for each of our mailings. */
export function carriedLetters(program: Pick<Program, 'dataDir'>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of records<{ letter?: Letter } & Letter>(program, 'lob.letters').values()) {
    const id = (value.letter ?? value).metadata?.['mailing_id'] ?? 'no mailing';
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** Mails by their Message-ID: handed over twice under one id, a mail program shows it once. */
export const emailIds = (program: Program, address: string, words: string): Set<string> =>
  new Set(
    [...records<Mail>(program, 'mails').values()]
      .filter(({ to, subject }) => JSON.stringify(to).includes(address) && subject.includes(words))
      .map(({ messageId }) => messageId),
  );

/** Webhook secret of the sandbox, for tests with valid and with forged signatures. */
export const webhookSecret = (program: Program): string =>
  records<{ stripeWebhookSecret: string }>(program, 'meta').get('keys')?.stripeWebhookSecret ?? '';

export const paymentOf = async (program: Program, formSessionId: string) =>
  (
    await select<{ status: string; order_status: string; events: string; intent_id: string | null }>(
      program,
      `select p.status, o.status as order_status, p.intent_id,
         (select count(*) from claims.event e where e.kind = 'order.paid' and e.subject_id = o.id) as events
       from claims.claim_order o left join claims.payment p on p.order_id = o.id
       where o.form_session_id = $1`,
      [formSessionId],
    )
  )[0] ?? null;
