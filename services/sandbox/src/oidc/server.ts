import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { createWireServer, pageHeaders } from '../world/http.ts';
import { PAGE_STYLE_HASH } from '../world/page.ts';
import type { StandIn } from '../world/stand-in.ts';
import type { World } from '../world/world.ts';
import { createAccounts } from './accounts.ts';
import { chooserPage } from './pages.ts';
import { createProvider, SESSION_COOKIE, type OidcClient } from './provider.ts';

const KNOWN_SHOWN = 8;
const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** An OpenID provider that signs in any address without a check. */
export function createOidcStandIn(world: World, clients: readonly OidcClient[]): StandIn {
  const accounts = createAccounts(world);
  const app = createWireServer({
    service: 'oidc',
    faults: world.faults,
    errorBody: (status, message) => ({
      error: status >= 500 ? 'server_error' : 'invalid_request',
      error_description: message,
    }),
    faultless: /^\/interaction\//,
  });
  let provider: Provider | null = null;
  const ready = (): Provider => {
    if (!provider) throw new Error('The provider is not started.');
    return provider;
  };
  // The chooser's own form is read here; every other body is the provider's to read.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));

  // A browser applies `form-action` to what a form is redirected to as well.
  const origins = clients.map(({ redirectUri }) => new URL(redirectUri).origin).join(' ');
  const policy = `default-src 'none'; style-src ${PAGE_STYLE_HASH}; form-action 'self' ${origins}; base-uri 'none'; frame-ancestors 'none'`;
  const show = async (request: FastifyRequest, reply: FastifyReply, problem?: string) => {
    const { uid, params } = await ready().interactionDetails(request.raw, reply.raw);
    const client = clients.find(({ clientId }) => clientId === params['client_id']);
    const own = (client?.accounts ?? []).map((account) => ({ ...account, emailVerified: true }));
    const others = accounts.list().filter(({ email }) => own.every((account) => account.email !== email));
    return reply
      .code(problem ? 422 : 200)
      .headers(pageHeaders(policy))
      .send(
        chooserPage(uid, {
          accounts: [...own, ...others.slice(0, KNOWN_SHOWN)],
          standsInFor: client?.standsInFor ?? 'a provider',
          problem,
        }),
      );
  };

  app.get('/interaction/:uid', (request, reply) => show(request, reply));

  app.post('/interaction/:uid', async (request, reply) => {
    const fields = new URLSearchParams(await textOf(request));
    const email = fields.get('email')?.trim() ?? '';
    if (!EMAIL.test(email)) return show(request, reply, 'Enter an email address, such as ana@example.com.');
    const account = accounts.choose({
      email,
      name: fields.get('name')?.trim() ?? '',
      emailVerified: fields.get('verified') !== 'no',
    });
    const result = { login: { accountId: account.sub }, select_account: {} };
    return reply.redirect(await ready().interactionResult(request.raw, reply.raw, result), 303);
  });

  app.post('/interaction/:uid/cancel', async (request, reply) => {
    const result = { error: 'access_denied', error_description: 'The person cancelled.' };
    return reply.redirect(await ready().interactionResult(request.raw, reply.raw, result), 303);
  });

  app.all('/*', async (request, reply) => {
    reply.hijack();
    // Each sign-in starts signed out: else the provider would first show a page to sign out.
    request.raw.headers.cookie = withoutSession(request.raw.headers.cookie ?? '');
    if (request.faultAfterCommit) dropConnection(reply);
    await ready().callback()(request.raw, reply.raw);
  });

  return {
    async listen(host, port) {
      const issuer = await app.listen({ host, port });
      provider = await createProvider(world, accounts, { clients, issuer });
      return issuer;
    },
    close: () => app.close(),
  };
}

const withoutSession = (cookies: string): string =>
  cookies
    .split('; ')
    .filter((cookie) => !cookie.startsWith(SESSION_COOKIE))
    .join('; ');

async function textOf(request: FastifyRequest): Promise<string> {
  let text = '';
  for await (const chunk of request.raw) {
    text += String(chunk);
    if (text.length > 10_000) throw Object.assign(new Error('The form is too large.'), { statusCode: 413 });
  }
  return text;
}

/** The work is done, and the caller gets no answer. */
function dropConnection({ raw }: FastifyReply): void {
  raw.end = () => {
    raw.socket?.destroy();
    return raw;
  };
}
