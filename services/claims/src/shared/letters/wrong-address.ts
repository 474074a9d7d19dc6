import { isReturned, type Place } from '@redress/domain';
import type { Db, Trx } from '../../platform/database.ts';
import { standingAfter } from '../mailings/mailing-history.ts';
import { findMailings } from '../mailings/mailing.repository.ts';
import type { MailingRecipient } from '../mailings/mailing-tables.ts';

type Address = Pick<Place, 'address' | 'apt' | 'zipcode'>;

/** One place, however it is written. */
const keyOf = ({ address, apt, zipcode }: Address | MailingRecipient): string =>
  [address, apt, zipcode.slice(0, 5)].map((line) => line?.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')).join(' ');

/** Whether somebody at this address answered a letter of this person that they are not whom it means, as was reported. */
export async function isWrongAddress(db: Db | Trx, userId: string, place: Address): Promise<boolean> {
  const rows = await db
    .selectFrom('case_report as report')
    .innerJoin('letter', 'letter.form_session_id', 'report.form_session_id')
    .innerJoin('mailing', 'mailing.letter_id', 'letter.id')
    .select('mailing.recipient')
    .where('letter.user_id', '=', userId)
    .where('report.kind', '=', 'not_them')
    .where('mailing.recipient_no', '=', 0)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('case_report as back')
            .select('back.no')
            .whereRef('back.form_session_id', '=', 'report.form_session_id')
            .whereRef('back.replaces', '=', 'report.id'),
        ),
      ),
    )
    .execute();
  return rows.some(({ recipient }) => keyOf(recipient) === keyOf(place));
}

/** Whether the last letter of this person to this address came back. */
export async function isReturnedAddress(db: Db | Trx, userId: string, place: Address): Promise<boolean> {
  const rows = await db
    .selectFrom('mailing')
    .select(['id', 'letter_id', 'recipient', 'state'])
    .where('user_id', '=', userId)
    .where('recipient_no', '=', 0)
    .where('state', '<>', 'rejected')
    .orderBy('created_at')
    .execute();
  const last = rows.findLast(({ recipient }) => keyOf(recipient) === keyOf(place));
  if (last?.state !== 'undeliverable' && last?.state !== 'returned') return false;
  // One that was refused or not collected comes back too: somebody is there.
  const tracked = (await findMailings(db, last.letter_id)).find(({ mailing }) => mailing.id === last.id);
  return isReturned(standingAfter(tracked?.scans ?? []).ended?.state ?? 'unknown');
}
