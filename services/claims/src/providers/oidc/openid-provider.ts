import { AppError, Email } from '@redress/contracts';
import { inClientSpan } from '@redress/telemetry/server';
import { createOpenIdProvider as createProvider, isOpenIdRefusal, type SignInSecrets } from '@redress/openid';
import * as z from 'zod/mini';
import type { OidcConfig } from '../../platform/config.ts';

export type { SignInSecrets };

/** Who came back, with an address that is one. */
export interface FederatedPerson {
  issuer: string;
  subject: string;
  email: string | null;
  emailVerified: boolean;
  firstName: string;
  lastName: string;
}

export interface OpenIdProvider {
  begin(redirectUri: string): Promise<{ url: string; secrets: SignInSecrets }>;
  /**
   * @param currentUrl - the whole address the browser came back to
   * @throws {AppError} SIGN_IN_CANCELLED when the person or the provider said no; PROVIDER_DOWN otherwise
   */
  finish(currentUrl: URL, secrets: SignInSecrets): Promise<FederatedPerson>;
}

function refuse(error: unknown): never {
  if (!isOpenIdRefusal(error)) throw error;
  const { kind, reason } = error;
  if (kind === 'cancelled') throw new AppError('SIGN_IN_CANCELLED', { details: { reason } });
  throw new AppError('PROVIDER_DOWN', { details: { provider: 'oidc', reason } });
}

/** The sign-in of claimants, in the errors of this service. */
export function createOpenIdProvider(settings: OidcConfig, now: () => Date): OpenIdProvider {
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
