import { currentCorrelationId } from '@redress/telemetry/context';
import type { Db, Trx } from './database.ts';
import type { EventTable } from './tables.ts';

export interface EventEntry {
  /** `account.registered`, `form-session.adopted`: subject and what happened to it. */
  kind: string;
  actor: { kind: EventTable['actor_kind']; id: string | null };
  subject: { kind: string; id: string };
  /** Codes, counts, ids, hashes; no personal data, no claim text. */
  details?: Record<string, string | number | boolean | null>;
  at: Date;
}

/** A person's act on something of theirs: on their account, unless another subject is named. */
export const byPerson = (id: string, subject: EventEntry['subject'] = { kind: 'account', id }) =>
  ({ actor: { kind: 'user', id }, subject }) as const;

/** What the site does by itself. */
export const bySystem = (subject: EventEntry['subject']) => ({ actor: { kind: 'system', id: null }, subject }) as const;

/** Writes the audit row of a change of state, in the transaction of the change. */
export async function recordEvent(
  trx: Trx | Db,
  { kind, actor, subject, details = {}, at }: EventEntry,
): Promise<void> {
  await trx
    .insertInto('event')
    .values({
      at,
      kind,
      actor_kind: actor.kind,
      actor_id: actor.id,
      subject_kind: subject.kind,
      subject_id: subject.id,
      request_id: currentCorrelationId() ?? null,
      details: JSON.stringify(details),
    })
    .execute();
}
