import { AppError, dismissAlert, getAlerts } from '@redress/contracts';
import { allRows } from '../../platform/export-rows.ts';
import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import type {} from '../../shared/alerts.ts';

const SHOWN = 50;

/** The alert panel; the feature that raises an alert writes its text (`shared/alerts.ts`). */
export function createAlertsFeature({ db, now }: Platform): Feature {
  return {
    name: 'alerts',
    routes: [
      route(
        getAlerts,
        async ({ user }) => {
          const rows = await db
            .selectFrom('alert')
            .select(['id', 'title', 'message', 'link', 'created_at'])
            .where('account_id', '=', user.id)
            .where('dismissed_at', 'is', null)
            .orderBy('created_at', 'desc')
            .orderBy('id', 'desc')
            .limit(SHOWN)
            .execute();
          return { alerts: rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() })) };
        },
        { rows: 'alerts' },
      ),
      route(dismissAlert, async ({ user, body }) => {
        const { numUpdatedRows } = await db
          .updateTable('alert')
          .set((set) => ({ dismissed_at: set.fn.coalesce('dismissed_at', set.val(now())) }))
          .where('id', '=', body.alert_id)
          .where('account_id', '=', user.id)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw new AppError('NOT_FOUND');
        return {};
      }),
    ],
    exportData: (userId) =>
      Promise.resolve({
        alerts: allRows(
          'alert',
          db
            .selectFrom('alert')
            .select(['title', 'message', 'created_at', 'dismissed_at'])
            .where('account_id', '=', userId),
        ),
      }),
  };
}
