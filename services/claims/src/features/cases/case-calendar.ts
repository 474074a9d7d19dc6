import { AppError } from '@redress/contracts';
import type { CaseDeadline } from '@redress/domain';
import type { Db, Trx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';

/** A row is a calendar that can be read by its address; without one there is none, and another row is another address. */
export interface CaseCalendarTable {
  form_session_id: string;
  nonce: string;
}

declare module '../../platform/tables.ts' {
  interface Tables {
    case_calendar: CaseCalendarTable;
  }
}

const PURPOSE = 'case-calendar';
type Signs = Pick<Platform, 'config' | 'secrets'>;

const nonceOf = async (db: Db | Trx, formSessionId: string): Promise<string | null> =>
  (await db.selectFrom('case_calendar').select('nonce').where('form_session_id', '=', formSessionId).executeTakeFirst())
    ?.nonce ?? null;

/** The signed address of a case's calendar; null while it has none. */
export async function calendarAddress(db: Db | Trx, { config, secrets }: Signs, id: string): Promise<string | null> {
  const nonce = await nonceOf(db, id);
  return nonce && `${config.siteOrigin}/api/case/calendar.ics?key=${id}.${secrets.digest(PURPOSE, id, nonce)}`;
}

/** Gives a case an address for its calendar, or takes it away for good: the next one is another. */
export async function switchCalendar(
  trx: Trx,
  { newId }: Pick<Platform, 'newId'>,
  { id, isOn }: { id: string; isOn: boolean },
): Promise<void> {
  if (!isOn) await trx.deleteFrom('case_calendar').where('form_session_id', '=', id).execute();
  else {
    const row = { form_session_id: id, nonce: newId() };
    await trx
      .insertInto('case_calendar')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** @returns id of the case whose calendar it is. @throws {AppError} NOT_FOUND: not signed by us, or taken away */
export async function caseOfCalendar({ db, secrets }: Pick<Platform, 'db' | 'secrets'>, key: string): Promise<string> {
  const [id = '', signature = ''] = key.split('.');
  const nonce = await nonceOf(db, id);
  if (nonce === null || !secrets.isDigest(signature, PURPOSE, id, nonce)) throw new AppError('NOT_FOUND');
  return id;
}

/** The days as a file of RFC 5545: no name, no sum and nothing of what happened is in it. */
export function drawCalendar(
  deadlines: readonly CaseDeadline[],
  { id, at, text, secrets }: { id: string; at: Date } & Pick<Platform, 'text' | 'secrets'>,
): Buffer {
  const compact = (time: string) => time.replaceAll(/[-:]|\.\d+/g, '');
  const events = deadlines.flatMap(({ kind, day, what }) => [
    'BEGIN:VEVENT',
    `UID:${secrets.digest(PURPOSE, id, what ?? kind, day).slice(0, 32)}@redress`,
    `DTSTAMP:${compact(at.toISOString())}`,
    `DTSTART;VALUE=DATE:${compact(day)}`,
    `SUMMARY:${text(`reminder.calendar.${what ?? kind}`)}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]);
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Redress//Case//EN', ...events, 'END:VCALENDAR', ''];
  return Buffer.from(lines.join('\r\n'), 'utf8');
}
