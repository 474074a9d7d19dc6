import type { ClaimFormData, FormSession } from '@redress/contracts';
import {
  deriveProgress,
  laterPosition,
  positionFromKey,
  progressKey,
  progressPercent,
  type Place,
} from '@redress/domain';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { Db, Trx } from '../../platform/database.ts';

/** What the carrier said of an address of the case: each is asked about once, and again when it becomes another. */
export interface AddressCheck {
  address: string;
  verdict: 'deliverable' | 'undeliverable' | 'missing-unit';
  /** The claimant wants the letter mailed there all the same. */
  insists: boolean;
}

export interface FormSessionTable {
  id: string;
  user_id: string | null;
  visitor_id: string | null;
  form_data: JSONColumnType<ClaimFormData>;
  search_text: Generated<string>;
  address_check: ColumnType<AddressCheck[] | null, string | null | undefined, string | null>;
  revision: Generated<number>;
  save_ids: Generated<string[]>;
  furthest_step: Generated<string>;
  package_id: string | null;
  package_title: string | null;
  original_session_id: string | null;
  /** Of a follow-up: the letter that was mailed before. */
  follows_letter_id: Generated<string | null>;
  sent_to: Generated<string | null>;
  readdressed_to: ColumnType<Place | null, string | null | undefined, string | null>;
  saved_at: Date | null;
  paid_at: Date | null;
  completed_at: Date | null;
  deleted_at: Date | null;
  created_at: Date;
  updated_at: ColumnType<Date>;
}

export interface FormSignatureTable {
  form_session_id: string;
  png: Buffer;
  png_hash: string;
  source_hash: string;
  data_url_hash: string;
  signed_at: Date;
}

export interface CurrentDraftTable {
  visitor_id: string;
  form_session_id: string;
  updated_at: Date;
}

declare module '../../platform/tables.ts' {
  interface Tables {
    form_session: FormSessionTable;
    form_signature: FormSignatureTable;
    current_draft: CurrentDraftTable;
  }
}

/** Who a session belongs to: an account, or a browser without a sign-in. */
export interface Owner {
  userId: string | null;
  visitorId: string | null;
}

export const SESSION_COLUMNS = [
  'form_session.id', 'form_session.user_id as userId', 'form_session.visitor_id as visitorId',
  'form_session.form_data as formData', 'form_session.revision', 'form_session.save_ids as saveIds',
  'form_session.furthest_step as furthestStep', 'form_session.package_id as packageId',
  'form_session.package_title as packageTitle', 'form_session.original_session_id as originalSessionId',
  'form_session.follows_letter_id as followsLetterId', 'form_session.saved_at as savedAt',
  'form_session.paid_at as paidAt', 'form_session.completed_at as completedAt',
  'form_session.created_at as createdAt', 'form_session.updated_at as updatedAt',
] as const; // prettier-ignore

/** Sessions of whomever. */
export const sessions = (db: Db | Trx) => db.selectFrom('form_session').select(SESSION_COLUMNS);

/** A stored session. `formData` holds no signature: that is read apart, where it is needed. */
export type StoredSession = Awaited<ReturnType<ReturnType<typeof sessions>['executeTakeFirstOrThrow']>>;

/** The furthest point ever reached: what the answers show, or what they once showed (R9a). */
export function furthestOf(stored: string, formData: ClaimFormData): string {
  const before = positionFromKey(stored);
  const shown = positionFromKey(deriveProgress(formData));
  if (!before || !shown) return shown ? progressKey(shown) : stored;
  return progressKey(laterPosition(before, shown));
}

export const stepOf = (session: Pick<StoredSession, 'furthestStep' | 'completedAt'>): string =>
  session.completedAt ? '5sub2' : session.furthestStep;

/** The session as it goes over the wire. */
export function toFormSession(session: StoredSession, signature: string | null): FormSession {
  const step = stepOf(session);
  return {
    form_session_id: session.id,
    form_data: signature === null ? session.formData : { ...session.formData, signature },
    revision: session.revision,
    saved_at: session.savedAt?.toISOString() ?? null,
    current_step: step,
    progress: progressPercent(step),
    is_completed: session.completedAt !== null,
    is_paid: session.paidAt !== null,
    original_session_id: session.originalSessionId,
    ...(session.followsLetterId ? { follows_demand_id: session.followsLetterId } : {}),
  };
}
