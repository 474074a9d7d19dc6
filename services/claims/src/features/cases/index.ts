import {
  caseCalendar,
  switchCaseCalendar,
  caseLedgers,
  casePaper,
  getCase,
  getCases,
  openFurtherLetter,
  reportPayment,
  stopReminders,
  stopRemindersPage,
} from '@redress/contracts';
import { allRows } from '../../platform/export-rows.ts';
import type { Feature } from '../../platform/feature.ts';
import { file, route } from '../../platform/http/route.ts';
import type { Services } from '../../shared/feature-services.ts';
import { readCase, reportCase, switchCalendarOf } from './case-file.ts';
import { drawLedgers } from './case-ledgers.ts';
import { drawCasePaper } from './case-paper.ts';
import { listCases } from './list-cases.ts';
import { remindersOf } from './case-reminders.ts';
import { readCalendar } from './calendar-file.ts';
import { reminderJobs } from './remind.ts';
import { reminderMail } from './reminder-mail.ts';
import { reminderSwitch } from './reminder-switch.ts';
import { openLetter } from './further-letter.ts';

/** Where each claim of a person stands, and each as a whole: drafts, payments, letters, mailings and reports read together. */
export function createCasesFeature(services: Services): Feature {
  const { db } = services;
  const { show, stop } = reminderSwitch(services);
  return {
    name: 'cases',
    routes: [
      route(
        getCases,
        ({ user, query }) =>
          listCases(services, user.id, { view: query.view, page: query.page, pageSize: query.page_size }),
        { rows: 'cases' },
      ),
      route(getCase, ({ user, query }) => readCase(services, user.id, query.form_session_id)),
      route(caseLedgers, async ({ user }) => {
        const bytes = await drawLedgers(services, user.id);
        return file({ bytes, contentType: 'text/csv; charset=utf-8', fileName: 'cases.csv' });
      }),
      route(openFurtherLetter, ({ user, body }) => openLetter(services, user.id, body)),
      route(casePaper, async ({ user, body }) => {
        const drawn = await drawCasePaper(services, user.id, body);
        return file({ ...drawn, contentType: 'application/pdf', inline: false });
      }),
      route(reportPayment, ({ user, body }) => reportCase(services, user.id, body)),
      route(switchCaseCalendar, ({ user, body }) => switchCalendarOf(services, user.id, body)),
      route(caseCalendar, ({ query }) => readCalendar(services, query.key), { identity: 'none' }),
      route(stopRemindersPage, ({ query }) => show(query.key), { identity: 'none' }),
      route(stopReminders, ({ query, rawBody }) => stop(query.key, rawBody.toString()), { identity: 'none' }),
    ],
    jobs: reminderJobs(services),
    emails: [reminderMail(services)],
    exportData: (userId) =>
      Promise.resolve({
        caseReports: allRows(
          'case_report',
          db
            .selectFrom('case_report')
            .innerJoin('form_session', 'form_session.id', 'case_report.form_session_id')
            .where('form_session.user_id', '=', userId)
            .select([
              'case_report.id',
              'form_session_id',
              'kind',
              'cents',
              'day',
              'now_cents',
              'now_day',
              'every',
              'words',
              'case_number',
              'served_day',
              'judgment_day',
              'replaces',
              'reason',
              'closed_as',
              'case_report.created_at',
            ]),
        ),
        caseReminders: remindersOf(db, userId),
      }),
  };
}
