import { api, fromEndpoint } from '@redress/api-client';
import { requestPasswordReset, resetPassword, verifyResetCode } from '@redress/contracts';

export const { useRequestPasswordResetMutation, useVerifyResetCodeMutation, useResetPasswordMutation } =
  api.injectEndpoints({
    overrideExisting: true,
    endpoints: (build) => ({
      requestPasswordReset: build.mutation(fromEndpoint(requestPasswordReset)),
      verifyResetCode: build.mutation(fromEndpoint(verifyResetCode)),
      resetPassword: build.mutation(fromEndpoint(resetPassword)),
    }),
  });
