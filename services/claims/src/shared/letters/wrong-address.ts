import type { Place } from '@redress/domain';
import type { Db, Trx } from '../../platform/database.ts';
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
