import type { ErrorCode } from '@redress/contracts';
import type { CarrierState, ScanDetail, ScanStage } from '@redress/domain';
import type { JSONColumnType } from 'kysely';

/** `waiting`: not yet taken by the carrier. Then what its newest scan means. */
export type MailingState = 'waiting' | Exclude<CarrierState, 'preparing'>;

/** Why a mailing was not handed over, as the texts name it: `mailings.problem.{kind}`. */
export type MailingProblem = 'refused' | 'late' | 'unsafe' | 'notNeeded' | 'waits' | 'refunded' | 'copy';

/** `problem` of a mailing that was not handed over any more, by what the last look found; of others the carrier's code. */
export const PROBLEMS: Partial<Record<ErrorCode, MailingProblem>> = {
  LETTER_PAY_BY_TOO_SOON: 'late',
  LETTER_UNSAFE: 'unsafe',
  LETTER_NOT_NEEDED: 'notNeeded',
  LETTER_WAITS: 'waits',
  NOT_PAID: 'refunded',
};

/** What its owner can do about a letter does not help with a copy of it. */
export function mailingProblemOf(
  problem: string,
  { recipient_no }: Pick<MailingTable, 'recipient_no'>,
): MailingProblem {
  const known = Object.values(PROBLEMS).find((kind) => kind === problem) ?? 'refused';
  return recipient_no === 0 || known === 'refunded' || known === 'notNeeded' ? known : 'copy';
}

export interface MailingRecipient {
  name: string;
  /** In Latin letters, where the carrier cannot print the name. */
  latinName?: string;
  address: string;
  apt: string;
  city: string;
  state: string;
  zipcode: string;
}

export interface MailingTable {
  id: string;
  letter_id: string;
  order_id: string;
  user_id: string;
  recipient_no: number;
  recipient: JSONColumnType<MailingRecipient>;
  version: number;
  text_hash: string;
  pdf_key: string | null;
  state: MailingState;
  /** Who was given it or may have been; `null` before the first try. */
  carrier: string | null;
  /** Its id there. */
  carrier_id: string | null;
  tracking_number: string | null;
  /** `YYYY-MM-DD` */
  expected_delivery: string | null;
  first_tried_at: Date | null;
  accepted_at: Date | null;
  delivered_at: Date | null;
  problem: string | null;
  last_polled_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export interface MailingEventTable {
  id: string;
  mailing_id: string;
  event_key: string;
  stage: ScanStage;
  detail: ScanDetail | null;
  place: string | null;
  at: Date;
  received_at: Date;
}

declare module '../../platform/tables.ts' {
  interface Tables {
    mailing: MailingTable;
    mailing_event: MailingEventTable;
  }
}
