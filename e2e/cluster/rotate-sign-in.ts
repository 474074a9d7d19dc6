import { once } from 'node:events';
import { connect } from 'node:net';
import type { Layout } from './rehearsal/layout.ts';

/** What follows cookies and redirects as a browser does, from one origin to the next. */
function createBrowser() {
  const cookies = new Map<string, string>();
  const send = async (url: URL, init: RequestInit = {}) => {
    const answer = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { ...init.headers, cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value) cookies.set(name, value);
      else cookies.delete(name);
    }
    return answer;
  };
  /** Follows redirects within one origin. @returns where they lead out of it, or end */
  const follow = async (url: URL, init?: RequestInit): Promise<URL> => {
    const location = (await send(url, init)).headers.get('location');
    if (location === null) return url;
    const next = new URL(location, url);
    return next.origin === url.origin ? follow(next) : next;
  };
  return { send, follow };
}

const issuerOf = ({ members }: Layout): URL =>
  new URL(members.find(({ role }) => role === 'claims')?.environment['OIDC_ISSUER'] ?? '');

/** Chooses an account at the sandbox's provider. @returns where the browser is sent back to */
async function choose(browser: ReturnType<typeof createBrowser>, url: URL): Promise<URL> {
  const chooser = await browser.follow(url);
  const form = new URLSearchParams({
    email: `rotated-${Date.now()}@example.com`,
    name: 'Ana Rotated',
    verified: 'yes',
  });
  return browser.follow(chooser, { method: 'POST', body: form });
}

/** A person signs in at one process, past nginx. @returns the path where the process leads them then */
export async function signIn(layout: Layout, port: number): Promise<string> {
  const browser = createBrowser();
  const at = (path: string) => new URL(path, `http://127.0.0.1:${port}`);
  const begun = await browser.send(at('/api/google/redirect.php?return_to=/dashboard'));
  const back = await choose(browser, new URL(begun.headers.get('location') ?? '', layout.origin));
  const ended = await browser.send(at(`${back.pathname}${back.search}`), {
    headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
  });
  return ended.headers.get('location')?.replace(layout.origin, '') ?? `answer ${ended.status}`;
}

/** The same at the console of one process. @returns how it ended: `away` where the provider refused the process */
export async function consoleSignIn(layout: Layout, name: string): Promise<string> {
  const port = layout.members.find((member) => member.name === name)?.environment['CONSOLE_PORT'] ?? '';
  const browser = createBrowser();
  const at = (path: string) => new URL(path, `http://127.0.0.1:${port}`);
  const begun = await browser.send(at('/api/sign-in'), {
    method: 'POST',
    headers: {
      // As the console's own page says it.
      ...{ 'x-redress-console': '1', origin: layout.consoleOrigin, 'sec-fetch-site': 'same-origin' },
      'content-type': 'application/json',
    },
    body: '{}',
  });
  if (!begun.ok) throw new Error(`${name} begins no sign-in: ${begun.status} ${await begun.text()}`);
  const back = await choose(browser, new URL(((await begun.json()) as { url: string }).url));
  const ended = await browser.send(at(`${back.pathname}${back.search}`));
  return (
    new URL(ended.headers.get('location') ?? '/?sign-in=away', layout.consoleOrigin).searchParams.get('sign-in') ?? 'in'
  );
}

/** By the provider's own answer to a client with this secret: a code that it never gave is refused after the secret was looked at. */
async function knowsClient(layout: Layout, clientId: string, secret: string): Promise<boolean> {
  const answer = await fetch(new URL('/token', issuerOf(layout)), {
    method: 'POST',
    body: new URLSearchParams({
      ...{ grant_type: 'authorization_code', code: 'none', code_verifier: 'v'.repeat(43) },
      ...{ redirect_uri: `${layout.origin}/api/google/callback`, client_id: clientId, client_secret: secret },
    }),
  });
  return ((await answer.json()) as { error?: string }).error !== 'invalid_client';
}

/** Logs in at the sandbox's mail server. */
async function letsIn(smtp: URL): Promise<boolean> {
  const socket = connect(Number(smtp.port), smtp.hostname).setEncoding('utf8');
  try {
    const say = async (line: string | null): Promise<string> => {
      if (line !== null) socket.write(`${line}\r\n`);
      return String((await once(socket, 'data'))[0]);
    };
    await say(null);
    await say('EHLO drill');
    const words = Buffer.from(`\0${decodeURIComponent(smtp.username)}\0${decodeURIComponent(smtp.password)}`);
    return (await say(`AUTH PLAIN ${words.toString('base64')}`)).startsWith('235');
  } finally {
    socket.destroy();
  }
}

/** @returns which closed secret is still taken, and which one in use is not */
export async function judgedBySandbox(
  layout: Layout,
  { refused, taken }: Record<'refused' | 'taken', Record<string, string>>,
): Promise<string[]> {
  const environment = layout.members.find(({ role }) => role === 'claims')?.environment ?? {};
  const judges: Record<string, (value: string) => Promise<boolean>> = {
    OIDC_CLIENT_SECRET: (value) => knowsClient(layout, environment['OIDC_CLIENT_ID'] ?? '', value),
    CONSOLE_OIDC_CLIENT_SECRET: (value) => knowsClient(layout, environment['CONSOLE_OIDC_CLIENT_ID'] ?? '', value),
    SMTP_URL: (value) => letsIn(new URL(value)),
  };
  const faults: string[] = [];
  for (const [name, isTaken] of Object.entries(judges)) {
    if (await isTaken(refused[name] ?? '')) faults.push(`the sandbox still takes the old ${name}`);
    if (!(await isTaken(taken[name] ?? ''))) faults.push(`the sandbox refuses the new ${name}`);
  }
  return faults;
}
