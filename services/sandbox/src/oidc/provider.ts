// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- whoever imports this package needs the types too, and a .d.ts is imported by nothing
/// <reference path="./oidc-provider.d.ts" />
import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { type Context, interactionPolicy, Provider } from 'oidc-provider';
import type { World } from '../world/world.ts';
import { claimsOf, type Accounts } from './accounts.ts';
import { createAdapterFactory } from './adapter.ts';

/** A program whose people sign in here. */
export interface OidcClient {
  clientId: string;
  clientSecret: string;
  /** Those that it has now, when they are not that one. */
  isSecret(given: string): boolean;
  redirectUri: string;
  /** Whose place the sandbox takes, as its chooser says. */
  standsInFor: string;
  /** Accounts that are shown first, whether or not they ever signed in. */
  accounts: readonly { name: string; email: string }[];
}

export const SESSION_COOKIE = 'sandbox_session';
const SCOPE = 'openid email profile';

interface Keys {
  signing: Record<string, unknown>;
  cookies: string;
}

/** Keys, drawn once for each world: tokens and cookies signed before a restart still hold after it. */
async function readKeys({ store, ids }: World): Promise<Keys> {
  const meta = store.collection<unknown>('meta');
  const known = meta.get('oidc.keys') as Keys | undefined;
  if (known) return known;
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const signing = { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: ids.hex(16) };
  const keys = { signing, cookies: ids.next('', 32) };
  meta.put('oidc.keys', keys);
  return keys;
}

/** Google's side of the sign-in: code flow with PKCE, RS256, and a chooser before every code. */
export async function createProvider(
  world: World,
  accounts: Accounts,
  { issuer, clients }: { issuer: string; clients: readonly OidcClient[] },
): Promise<Provider> {
  const { signing, cookies } = await readKeys(world);
  const { base, Check, Prompt } = interactionPolicy;
  const policy = base();
  // Asked each time, so that two people in one browser are two people.
  const isChosen = (context: Context) => context.oidc.result?.['select_account'] !== undefined;
  policy.add(
    new Prompt(
      { name: 'select_account', requestable: true },
      new Check('account_not_chosen', 'an account must be chosen', (context) =>
        isChosen(context) ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
      ),
    ),
    0,
  );

  const provider = new Provider(issuer, {
    adapter: createAdapterFactory(world),
    clients: clients.map(({ clientId, clientSecret, redirectUri }) => ({
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uris: [redirectUri],
      response_types: ['code'],
      grant_types: ['authorization_code'],
      token_endpoint_auth_method: 'client_secret_post',
      id_token_signed_response_alg: 'RS256',
    })),
    jwks: { keys: [signing] },
    cookies: {
      keys: [cookies],
      names: { session: SESSION_COOKIE, interaction: 'sandbox_interaction', resume: 'sandbox_resume' },
      long: { httpOnly: true, sameSite: 'lax', signed: true },
      short: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'given_name', 'family_name'] },
    // Google puts them into the ID token, not only behind userinfo.
    conformIdTokenClaims: false,
    scopes: ['openid', 'email', 'profile'],
    responseTypes: ['code'],
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: { policy, url: (_context: Context, { uid }: { uid: string }) => `/interaction/${uid}` },
    ttl: {
      AccessToken: 3600,
      AuthorizationCode: 60,
      IdToken: 3600,
      Interaction: 3600,
      Session: 14 * 86_400,
      Grant: 14 * 86_400,
    },
    findAccount(_context: Context, sub: string) {
      const account = accounts.find(sub);
      return account && { accountId: sub, claims: () => Promise.resolve(claimsOf(account)) };
    },
    // Site and console ask for no more than the chooser says, so there is no second question.
    async loadExistingGrant({ oidc: { provider, client, session } }: Context) {
      const known = session.grantIdFor(client.clientId);
      const found = known && (await provider.Grant.find(known));
      if (found && found.accountId === session.accountId) return found;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope(SCOPE);
      await grant.save();
      return grant;
    },
    async renderError(
      context: Context & { body: unknown; type: string },
      { error, error_description: why }: OidcError,
    ) {
      context.type = 'text/plain';
      context.body = `${error}: ${why ?? ''}`;
    },
  });
  const { prototype } = provider.Client;
  // A client has one secret in the library; an operator who changes it needs two for a time.
  prototype.compareClientSecret = function (given) {
    return clients.some(({ clientId, isSecret }) => clientId === this.clientId && isSecret(given));
  };
  return provider;
}

interface OidcError {
  error: string;
  error_description?: string;
}
