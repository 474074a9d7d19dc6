import type { FileAnswer } from '../../platform/http/route.ts';
import { file } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { findOwnedSession } from '../../shared/form-sessions/form-session.repository.ts';
import { findLetterOfSession } from '../../shared/letters/letter.repository.ts';
import { caseOfCalendar, drawCalendar } from './case-calendar.ts';
import { readKnown } from '../../shared/cases/known-case.ts';
import { allDeadlinesOf } from './case-due.ts';

/** The days of a case for whoever has its address. @throws {AppError} NOT_FOUND */
export async function readCalendar(platform: Platform, key: string): Promise<FileAnswer> {
  const { db, now } = platform;
  const id = await caseOfCalendar(platform, key);
  const letter = await findLetterOfSession(db, id);
  const session = letter && (await findOwnedSession(db, id, { userId: letter.user_id, visitorId: null }));
  const at = now();
  const deadlines = session ? await allDeadlinesOf(db, await readKnown(db, session), at.getTime()) : [];
  const bytes = drawCalendar(deadlines, { ...platform, id, at });
  return file({ bytes, contentType: 'text/calendar; charset=utf-8', fileName: 'case.ics' });
}
