import {
  confirmEmail,
  csrfToken,
  deleteAccount,
  exportData,
  getSettings,
  listDevices,
  revokeDevice,
  switchReminders,
  updatePassword,
  updateSettings,
} from '@redress/contracts';
import * as z from 'zod/mini';
import type { Feature } from '../../platform/feature.ts';
import { file, route } from '../../platform/http/route.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import { switchReminder } from '../../shared/accounts.ts';
import type { Services } from '../../shared/feature-services.ts';
import { createSettingsService } from './settings.service.ts';

/** Contact details, password, devices, export and deletion. */
export function createSettingsFeature(services: Services): Feature {
  const settings = createSettingsService(services);
  const { db, text } = services;
  return {
    name: 'settings',
    jobs: [
      defineJob({
        name: 'account.remove-samples',
        schema: z.object({}),
        cron: '27 * * * *',
        retry: { limit: 2, delaySeconds: 60, maxDelaySeconds: 600 },
        concurrency: 1,
        handle: () => settings.removeSamples(),
      }),
    ],
    routes: [
      route(csrfToken, (call) => ({ csrf_token: call.csrfToken(), message: text('account.csrf') })),
      route(getSettings, ({ user }) => settings.read(user)),
      route(updateSettings, (call) => settings.update(call, call.user, call.body)),
      route(confirmEmail, (call) => settings.confirmEmail(call, call.user, call.body.code)),
      route(updatePassword, (call) => settings.changePassword(call, call.user, call.body)),
      route(listDevices, ({ user }) => settings.devices(user), { rows: 'devices' }),
      route(revokeDevice, (call) => settings.revoke(call, call.user, call.body.id)),
      route(switchReminders, async ({ user, body }) => ({
        remindersOff: (await switchReminder(db, user.id, { kind: body.kind, isOn: body.on })) ?? [],
      })),
      route(exportData, async ({ user }) =>
        file({
          bytes: await settings.exportData(user),
          contentType: 'application/json; charset=utf-8',
          fileName: 'redress-data.json',
        }),
      ),
      route(deleteAccount, (call) => settings.deleteAccount(call, call.user, call.body.password, call.body.unposted)),
    ],
  };
}
