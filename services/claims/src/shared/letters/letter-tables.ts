import type { ClaimFormData, LETTER_STATES } from '@redress/contracts';
import type { ReminderKind } from '@redress/domain';
import type { EarlierLetter, LetterPart } from '@redress/domain/letter';
import type { Generated, JSONColumnType } from 'kysely';

export type LetterState = (typeof LETTER_STATES)[number];

export interface ClaimSnapshotTable {
  id: string;
  form_session_id: string;
  /** Answers without the signature. */
  answers: JSONColumnType<ClaimFormData>;
  answers_hash: string;
  /** Blob of the flattened PNG. */
  signature_key: string | null;
  /** `dropped`: the picture has been erased; its key stays, because the hash of the letter covers it. */
  signed_at: Date | null;
  declaration: string;
  /** Of a second letter: what it says of the first. */
  earlier: JSONColumnType<EarlierLetter> | null;
  created_at: Date;
}

export interface LetterTable {
  id: string;
  form_session_id: string;
  user_id: string;
  order_id: string | null;
  original_letter_id: string | null;
  state: LetterState;
  version: number;
  approved_version: number | null;
  approved_hash: string | null;
  approved_at: Date | null;
  approval_id: string | null;
  window_ends_at: Date | null;
  posting_since: Date | null;
  posted_at: Date | null;
  /** When its case is looked at for a reminder; null: never. */
  remind_at: Generated<Date | null>;
  /** Of the letter that a case began with: the first day on which something is due (`YYYY-MM-DD`), what, and since when it is closed. */
  due_on: Generated<string | null>;
  due_kind: Generated<ReminderKind | null>;
  closed_at: Generated<Date | null>;
  posted_version: number | null;
  problem: string | null;
  created_at: Date;
  updated_at: Date;
}

export interface LetterVersionTable {
  letter_id: string;
  version: number;
  origin: 'composed' | 'edited' | 'restored' | 'updated' | 'redated';
  text: string;
  text_hash: string;
  /** What the text is made of, and where each sentence came from. */
  parts: JSONColumnType<LetterPart[]>;
  signer_name: string;
  snapshot_id: string;
  /** Which model proposed the facts paragraph, and the hash of what it was asked. */
  drafting: JSONColumnType<{ model: string; promptHash: string }> | null;
  /** The day it carries and the date it asks to be paid by, `YYYY-MM-DD`. */
  letter_day: string;
  pay_by: string;
  pdf_key: string | null;
  pdf_pages: number | null;
  created_at: Date;
}

declare module '../../platform/tables.ts' {
  interface Tables {
    claim_snapshot: ClaimSnapshotTable;
    letter: LetterTable;
    letter_version: LetterVersionTable;
  }
}
