import {
  AppError,
  clearSessionForm,
  createEditSession,
  createFormSession,
  deleteSession,
  getActiveSessions,
  getFormSession,
  restoreSession,
  reviewCase,
  saveFormData,
} from '@redress/contracts';
import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import { createLocalLimits } from '../../platform/local-limits.ts';
import type { Limit } from '../../platform/rate-limits.ts';
import { windowEnd } from '../../shared/letters/change-window.ts';
import type { Services } from '../../shared/feature-services.ts';
import { findOwnedSession } from '../../shared/form-sessions/form-session.repository.ts';
import { createEditSessions } from './edit-sessions.ts';
import { reviewStage } from './review-case.ts';
import { createSessionList } from './draft-list.ts';
import { browserOf, createDraftsService, ownerOf } from './drafts.service.ts';

/** The longest claim takes a second of the one thread that reads letters for everybody. */
const REVIEWS_BY_BROWSER: Limit = { name: 'review.browser', max: 120, seconds: 600 };
const REVIEWS_FROM_NETWORK: Limit = { name: 'review.network', max: 600, seconds: 600, isOfNetwork: true };

/** Drafts of claims: typing, lists, editing what was sent, and what a case comes to. */
export function createDraftsFeature(services: Services): Feature {
  const { db, now, text, threads } = services;
  const sessions = createDraftsService(services);
  const list = createSessionList(services);
  const edits = createEditSessions(services);
  const reviews = createLocalLimits(services);
  return {
    name: 'drafts',
    routes: [
      route(createFormSession, (call) => sessions.create(call)),
      route(saveFormData, (call) => {
        const {
          form_session_id,
          base_revision,
          save_id,
          user_id: _ignored,
          step: _step,
          sub_step: _subStep,
          ...fields
        } = call.body;
        return sessions.save(call, { form_session_id, base_revision, save_id, fields });
      }),
      route(getFormSession, async (call) => ({ session: await sessions.read(call, call.query.form_session_id) })),
      route(clearSessionForm, (call) => sessions.clear(call)),
      route(createEditSession, ({ user, body }) => edits.open(user.id, body.original_session_id)),
      route(getActiveSessions, ({ user, query }) => list.list(user.id, query), { rows: 'sessions' }),
      route(deleteSession, ({ user, body }) => list.remove(user.id, body.session_id)),
      route(restoreSession, ({ user, body }) => list.restore(user.id, body.session_id)),
      route(reviewCase, async (call) => {
        reviews.take(REVIEWS_BY_BROWSER, browserOf(call));
        reviews.take(REVIEWS_FROM_NETWORK, call.ip);
        const session = await findOwnedSession(db, call.body.form_session_id, ownerOf(call));
        if (!session) throw new AppError('NOT_FOUND');
        return reviewStage(session.formData, call.body.stage, {
          now: now(),
          goesOutAt: windowEnd(services),
          text,
          threads,
        });
      }),
    ],
    onSignIn: (trx, who) => sessions.adopt(trx, who),
    onSignOut: async (trx, { visitorId }) => {
      if (visitorId) await trx.deleteFrom('current_draft').where('visitor_id', '=', visitorId).execute();
    },
    search: (userId, words) => list.search(userId, words),
    exportData: (userId) => Promise.resolve(list.exportData(userId)),
  };
}
