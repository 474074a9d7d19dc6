import { AppError, dismissAlert, getAlerts } from '@redress/contracts';
import { EXPORT_PAGE, inPages, isAfter, mapRows, placeOf } from '../../platform/export-rows.ts';
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
    exportData(userId) {
      const rows = inPages((after) =>
        db
          .selectFrom('alert')
          .select(placeOf('alert'))
          .select(['title', 'message', 'created_at', 'dismissed_at'])
          .where('account_id', '=', userId)
          .where(isAfter('alert', after))
          .orderBy('alert.created_at')
          .orderBy('alert.id')
          .limit(EXPORT_PAGE)
          .execute(),
      );
      return Promise.resolve({ alerts: mapRows(rows, ({ id: _, placed_at: __, ...row }) => row) });
    },
  };
}
