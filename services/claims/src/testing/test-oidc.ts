import { createSign, generateKeyPairSync, createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface TestPerson {
  sub: string;
  email: string;
  email_verified: boolean;
  given_name?: string;
  family_name?: string;
}

export interface TestOidc {
  issuer: string;
  /** What a person does at the provider: signs in, and is sent back to this address. */
  approve(
    authorizationUrl: string,
    person: TestPerson,
    tamper?: { nonce?: string; audience?: string; alg?: string; forged?: boolean },
  ): string;
  deny(authorizationUrl: string): string;
  /** Signs with a new key from now on. @param publish - whether the key before is still published beside it */
  rotateKey(options: { overlap: boolean }): void;
  /** From now on only a client with this secret gets tokens. */
  takeSecret(secret: string): void;
  stop(): Promise<void>;
}

interface Grant {
  person: TestPerson;
  nonce: string;
  challenge: string;
  clientId: string;
  redirectUri: string;
  alg: string;
  /** Signed with a key that is not the provider's. */
  forged: boolean;
}

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The smallest OpenID provider that can be got wrong: real keys, real PKCE, codes that work once. */
export async function startTestOidc(): Promise<TestOidc> {
  const newKey = (kid: string) => ({ kid, ...generateKeyPairSync('rsa', { modulusLength: 2048 }) });
  /** The first one signs; all are published. */
  let keys = [newKey('test')];
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const grants = new Map<string, Grant>();
  let issuer = '';
  let wanted: string | null = null;

  const idToken = ({ person, nonce, clientId, alg, forged }: Grant): string => {
    const seconds = Math.floor(Date.now() / 1000);
    const { kid, privateKey } = keys[0]!;
    const head = base64url({ alg, kid, typ: 'JWT' });
    const body = base64url({ iss: issuer, aud: clientId, iat: seconds, exp: seconds + 300, nonce, ...person });
    const key = forged ? stranger.privateKey : privateKey;
    const signature = alg === 'none' ? '' : createSign('RSA-SHA256').update(`${head}.${body}`).sign(key, 'base64url');
    return `${head}.${body}.${signature}`;
  };

  const token = (form: URLSearchParams): [number, unknown] => {
    const code = form.get('code') ?? '';
    const grant = grants.get(code);
    grants.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (wanted !== null && form.get('client_secret') !== wanted) return [401, { error: 'invalid_client' }];
    if (!grant || challenge !== grant.challenge || form.get('redirect_uri') !== grant.redirectUri) {
      return [400, { error: 'invalid_grant' }];
    }
    return [200, { access_token: 'access', token_type: 'Bearer', expires_in: 300, id_token: idToken(grant) }];
  };

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const form = await text(request);
    const path = new URL(request.url!, issuer).pathname;
    const [status, body] =
      path === '/.well-known/openid-configuration'
        ? [200, metadata()]
        : path === '/jwks'
          ? [
              200,
              {
                keys: keys.map(({ kid, publicKey }) => ({
                  ...publicKey.export({ format: 'jwk' }),
                  kid,
                  alg: 'RS256',
                  use: 'sig',
                })),
              },
            ]
          : path === '/token'
            ? token(new URLSearchParams(form))
            : [404, {}];
    response.writeHead(status as number, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const metadata = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
  });

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const backTo = (authorizationUrl: string, params: Record<string, string>): string => {
    const asked = new URL(authorizationUrl).searchParams;
    const back = new URL(asked.get('redirect_uri')!);
    for (const [name, value] of Object.entries({ ...params, state: asked.get('state')! }))
      back.searchParams.set(name, value);
    return `${back.pathname}${back.search}`;
  };
  return {
    issuer,
    approve(authorizationUrl, person, tamper = {}) {
      const asked = new URL(authorizationUrl).searchParams;
      const code = randomBytes(16).toString('hex');
      grants.set(code, {
        person,
        nonce: tamper.nonce ?? asked.get('nonce')!,
        clientId: tamper.audience ?? asked.get('client_id')!,
        challenge: asked.get('code_challenge')!,
        redirectUri: asked.get('redirect_uri')!,
        alg: tamper.alg ?? 'RS256',
        forged: tamper.forged ?? false,
      });
      return backTo(authorizationUrl, { code });
    },
    rotateKey({ overlap }) {
      keys = [newKey(randomBytes(4).toString('hex')), ...(overlap ? keys : [])];
    },
    takeSecret: (secret) => void (wanted = secret),
    deny: (authorizationUrl) => backTo(authorizationUrl, { error: 'access_denied' }),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
