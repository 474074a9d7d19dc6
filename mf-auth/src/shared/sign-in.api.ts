import { api, fromEndpoint } from '@redress/api-client';
import { googleLink, login, register, resendCode, verifyEmail } from '@redress/contracts';

/** No tags: `loadSession` and `leaveAccount` decide what is kept of the person before. */
const signInApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    login: build.mutation(fromEndpoint(login)),
    register: build.mutation(fromEndpoint(register)),
    verifyEmail: build.mutation(fromEndpoint(verifyEmail)),
    resendCode: build.mutation(fromEndpoint(resendCode)),
    googleLink: build.mutation(fromEndpoint(googleLink)),
  }),
});

export const { useGoogleLinkMutation, endpoints: signInEndpoints } = signInApi;
