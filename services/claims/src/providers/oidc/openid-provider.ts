import { AppError, Email } from '@redress/contracts';
import { inClientSpan } from '@redress/telemetry/server';
import { createOpenIdProvider as createProvider, isOpenIdRefusal } from '@redress/server/openid';
import * as z from 'zod/mini';
import type { OidcConfig } from '../../platform/config.ts';
import type { SignIn } from '../ports/sign-in.ts';

function refuse(error: unknown): never {
  if (!isOpenIdRefusal(error)) throw error;
  const { kind, reason } = error;
  if (kind === 'cancelled') throw new AppError('SIGN_IN_CANCELLED', { details: { reason } });
  throw new AppError('PROVIDER_DOWN', { details: { provider: 'oidc', reason } });
}

/** The sign-in of claimants, in the errors of this service. */
export function createOpenIdProvider(settings: OidcConfig, now: () => Date): SignIn {
  const provider = createProvider(settings, now);
  return {
    begin: (redirectUri) => inClientSpan('oidc', 'begin', () => provider.begin(redirectUri).catch(refuse)),
    async finish(currentUrl, secrets) {
      const { givenName, familyName, email, ...who } = await inClientSpan('oidc', 'finish', () =>
        provider.finish(currentUrl, secrets).catch(refuse),
      );
      return {
        ...who,
        email: z.safeParse(Email, email ?? '').data ?? null,
        firstName: givenName,
        lastName: familyName,
      };
    },
  };
}
