import { present, type Secret } from '../secrets/index.ts';
import * as client from 'openid-client';
import * as z from 'zod/mini';
import { OpenIdRefusal } from './refusal.ts';

const TIMEOUT_SECONDS = 10;
const DISCOVERY_KEPT_MS = 10 * 60_000;

export interface OpenIdSettings {
  issuer: string;
  clientId: Secret;
  clientSecret: Secret;
}

/** What must be kept between the way out and the way back. */
export interface SignInSecrets {
  verifier: string;
  nonce: string;
  state: string;
}

/** Who came back. `subject` names a person for good; the address may change hands (docs/providers.md, Sign-in provider). */
export interface FederatedPerson {
  issuer: string;
  subject: string;
  /** As the provider writes it; not checked. */
  email: string | null;
  emailVerified: boolean;
  givenName: string;
  familyName: string;
}

export interface OpenIdProvider {
  /** @throws {OpenIdRefusal} `down` */
  begin(redirectUri: string): Promise<{ url: string; secrets: SignInSecrets }>;
  /**
   * @param currentUrl - the whole address the browser came back to
   * @throws {OpenIdRefusal} `cancelled` when the person or the provider said no; `down` otherwise
   */
  finish(currentUrl: URL, secrets: SignInSecrets): Promise<FederatedPerson>;
}

const Claims = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  email: z.optional(z.string()),
  email_verified: z.optional(z.union([z.boolean(), z.string()])),
  given_name: z.optional(z.string()),
  family_name: z.optional(z.string()),
});

const isLoopback = (url: URL) => ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);

/** OpenID Connect by the code flow with PKCE, state and nonce; Google and the sandbox differ in their issuer only. */
export function createOpenIdProvider(settings: OpenIdSettings, now: () => Date): OpenIdProvider {
  const issuer = new URL(settings.issuer);
  let discovered: { config: Promise<client.Configuration>; until: number; as: string } | undefined;

  const discover = (): Promise<client.Configuration> => {
    const clientId = present(settings.clientId);
    const clientSecret = present(settings.clientSecret);
    const as = JSON.stringify([clientId, clientSecret]);
    if (discovered?.as === as && discovered.until > now().getTime()) return discovered.config;
    const config = client.discovery(
      issuer,
      clientId,
      // Fixed, so that no token can choose how it is checked.
      { client_secret: clientSecret, id_token_signed_response_alg: 'RS256' },
      client.ClientSecretPost(clientSecret),
      {
        timeout: TIMEOUT_SECONDS,
        execute: [
          // Without this the library trusts the connection the token came by, and never looks at its signature.
          client.enableNonRepudiationChecks,
          // The sandbox speaks http on this machine; nothing else may.
          ...(issuer.protocol === 'http:' && isLoopback(issuer) ? [client.allowInsecureRequests] : []),
        ],
      },
    );
    discovered = { config, until: now().getTime() + DISCOVERY_KEPT_MS, as };
    config.catch(() => (discovered = undefined));
    return config;
  };

  const down = (cause: unknown) => new OpenIdRefusal('down', (cause as { code?: string }).code ?? 'unknown', cause);

  return {
    async begin(redirectUri) {
      const secrets = {
        verifier: client.randomPKCECodeVerifier(),
        nonce: client.randomNonce(),
        state: client.randomState(),
      };
      try {
        const config = await discover();
        const url = client.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          code_challenge: await client.calculatePKCECodeChallenge(secrets.verifier),
          code_challenge_method: 'S256',
          state: secrets.state,
          nonce: secrets.nonce,
          // On a shared machine the last person is not the next one.
          prompt: 'select_account',
        });
        return { url: url.href, secrets };
      } catch (error) {
        throw down(error);
      }
    },

    async finish(currentUrl, { verifier, nonce, state }) {
      try {
        const config = await discover();
        const tokens = await client.authorizationCodeGrant(config, currentUrl, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        let claims = z.parse(Claims, tokens.claims());
        if (!claims.email && config.serverMetadata().userinfo_endpoint) {
          claims = z.parse(Claims, await client.fetchUserInfo(config, tokens.access_token, claims.sub));
        }
        return {
          issuer: config.serverMetadata().issuer,
          subject: claims.sub,
          email: claims.email ?? null,
          emailVerified: claims.email_verified === true || claims.email_verified === 'true',
          givenName: claims.given_name?.slice(0, 100) ?? '',
          familyName: claims.family_name?.slice(0, 100) ?? '',
        };
      } catch (error) {
        if (error instanceof client.AuthorizationResponseError) {
          throw new OpenIdRefusal('cancelled', error.error.slice(0, 60), error);
        }
        // Keys that the provider has changed since are asked for again by the next try.
        discovered = undefined;
        throw down(error);
      }
    },
  };
}
