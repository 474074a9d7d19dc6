import { api, fromEndpoint } from '@redress/api-client';
import {
  confirmEmail,
  deleteAccount,
  getSettings,
  listDevices,
  revokeDevice,
  switchReminders,
  updatePassword,
  updateSettings,
} from '@redress/contracts';

const settingsApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    settings: build.query({ ...fromEndpoint(getSettings), providesTags: ['Settings'] }),
    updateSettings: build.mutation({ ...fromEndpoint(updateSettings), invalidatesTags: ['Settings'] }),
    confirmEmail: build.mutation({ ...fromEndpoint(confirmEmail), invalidatesTags: ['Settings'] }),
    switchReminders: build.mutation({
      ...fromEndpoint(switchReminders),
      // The answer goes into the cached settings at once: until they were read again the switch would jump back.
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const kept = await queryFulfilled.catch(() => null);
        if (!kept) return;
        const keep = settingsApi.util.updateQueryData('settings', undefined, ({ settings }) => {
          settings.remindersOff = kept.data.remindersOff;
        });
        dispatch(keep);
      },
    }),
    updatePassword: build.mutation({ ...fromEndpoint(updatePassword), invalidatesTags: ['Devices'] }),
    devices: build.query({ ...fromEndpoint(listDevices), providesTags: ['Devices'] }),
    deleteAccount: build.mutation(fromEndpoint(deleteAccount)),
    revokeDevice: build.mutation({ ...fromEndpoint(revokeDevice), invalidatesTags: ['Devices'] }),
  }),
});

export const {
  useSettingsQuery,
  useUpdateSettingsMutation,
  useConfirmEmailMutation,
  useSwitchRemindersMutation,
  useUpdatePasswordMutation,
  useDeleteAccountMutation,
  useDevicesQuery,
  useRevokeDeviceMutation,
} = settingsApi;
