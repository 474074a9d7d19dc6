import { isEffect } from '@redress/contracts';
import { releaseEndpoints, type ReleaseEndpoint, type ReleaseEndpointName } from '@redress/contracts/release-api';
import { aRequest, callsById, everyCall, type NamedEndpoint } from '@redress/contracts/requests';
import { Client, type Received } from '../../support/client.ts';
import { findInternalDetail } from '../support/answers.ts';
import { Tally, type Attack, type Part } from '../support/part.ts';
import { aBrowser, anOwner, aPerson, booksOf, OWNER_MARK, type Owner } from '../support/people.ts';
import { consoleUrl, tokensOf } from '../support/release-routes.ts';
import type { Program } from '../../support/program.ts';

const UNKNOWN = 'e'.repeat(24);
const CROSS_SITE: Record<string, Record<string, string | null>> = {
  'another site': { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  'another site, old browser': { 'sec-fetch-site': null, origin: 'https://evil.example' },
  'a neighbour of the site': { 'sec-fetch-site': 'same-site', origin: null },
  'an origin of null': { 'sec-fetch-site': null, origin: 'null' },
  'nothing that says where from': { 'sec-fetch-site': null, origin: null },
  'a referer of another site': {
    'sec-fetch-site': null,
    origin: null,
    referer: 'https://evil.example/http://localhost/',
  },
  'an address typed by hand': { 'sec-fetch-site': 'none', origin: null },
};

const code = ({ json }: Received) => String(json?.['code'] ?? '');
const withoutId = ({ json }: Received) => JSON.stringify({ ...json, errorId: undefined });

/** @returns which data of the owner an answer to another caller contains */
function leak(answer: Received, owner: Owner): string | null {
  const marks = [OWNER_MARK, owner.address, owner.ids['payment_intent_id'] ?? ''];
  const found = marks.find((mark) => answer.text.includes(mark) || answer.bytes.includes(mark));
  return found ? `answers with the owner's ${found === OWNER_MARK ? 'words' : 'address or payment'}` : null;
}

const tokenOf = async (browser: Client): Promise<string> =>
  String((await browser.send('GET', '/api/csrf_token.php')).json?.['csrf_token'] ?? '');

/** One kind of caller: what each call has to answer to them. */
interface Subject {
  tried: string;
  calls: readonly NamedEndpoint[];
  /** The requests of one call, and what is wrong with the answer. */
  ask(call: NamedEndpoint): Promise<{ answer: Received; wrong: string | null }[]>;
}

const refused = (answer: Received, status: number, expected: string): string | null =>
  answer.status === status && code(answer) === expected ? null : `answers ${answer.status} ${code(answer)}`;

async function subjectsOf(program: Program, owner: Owner): Promise<Subject[]> {
  const { ids } = owner;
  const stranger = (await aPerson(program)).browser;
  const signedOut = owner.browser.copy();
  const other = aBrowser(program);
  await other.send('POST', '/api/login.php', { json: { email: owner.address, password: 'correct horse battery' } });
  for (const [name, value] of other.cookies) signedOut.cookies.set(name, value);
  const stale = signedOut.copy();
  await signedOut.send('GET', '/api/logout.php');
  const [sessionName = '', session = ''] = [...owner.browser.cookies].find(([name]) => name.includes('session')) ?? [];
  const visitor = [...owner.browser.cookies].find(([name]) => name.includes('visitor'))?.[1] ?? '';
  const forged = [
    'x'.repeat(43),
    session.slice(1),
    visitor,
    `${session}=`,
    "' or 1=1 --",
    `${session}%00`,
    '',
    session.toUpperCase(),
  ];
  const forUsers = everyCall.filter(({ endpoint }) => endpoint.access === 'user');
  const ownToken = await tokenOf(owner.browser);
  const strangersToken = await tokenOf(stranger);

  const notSignedIn = (tried: string, browsers: () => Client[]): Subject => ({
    tried,
    calls: forUsers,
    ask: ({ endpoint }) =>
      Promise.all(
        browsers().map(async (browser) => {
          const answer = await browser.call(endpoint, aRequest(endpoint, ids));
          return { answer, wrong: refused(answer, 401, 'NOT_SIGNED_IN') };
        }),
      ),
  });
  const thief = (value: string) => {
    const browser = aBrowser(program);
    browser.cookies.set(sessionName, value);
    return browser;
  };
  return [
    notSignedIn('nobody signed in', () => [aBrowser(program)]),
    notSignedIn("the owner's session after signing out", () => [stale]),
    notSignedIn(`${forged.length} forged session cookies`, () => forged.map(thief)),
    {
      tried: "another account, with the owner's ids, against ids that do not exist",
      calls: callsById,
      async ask({ name, endpoint }) {
        const token = endpoint.csrf ? { csrf_token: strangersToken } : {};
        const unknown = Object.fromEntries(
          Object.keys(ids).map((field) => [field, field === 'payment_intent_id' ? 'pi_none' : UNKNOWN]),
        );
        const real = await stranger.call(endpoint, { ...aRequest(endpoint, ids), ...token });
        const made = await stranger.call(endpoint, { ...aRequest(endpoint, unknown), ...token });
        const same = real.status === made.status && withoutId(real) === withoutId(made);
        const wrong = !same
          ? `tells a real id (${real.status} ${code(real)}) from one that does not exist (${made.status} ${code(made)})`
          : real.status < 400 && name !== 'checkAccess' && endpoint.kind !== 'redirect'
            ? `answers ${real.status}`
            : null;
        return [
          { answer: real, wrong },
          { answer: made, wrong: null },
        ];
      },
    },
    {
      tried: 'another account, every other call with every id the owner has',
      calls: everyCall.filter((call) => !callsById.includes(call) && !DESTRUCTIVE.has(call.name)),
      async ask({ endpoint }) {
        const answer = await stranger.call(endpoint, { ...aRequest(endpoint), ...ids });
        return [{ answer, wrong: null }];
      },
    },
    {
      tried: 'the owner, with 7 wrong tokens',
      calls: everyCall.filter(({ endpoint }) => endpoint.csrf),
      ask: async ({ endpoint }) =>
        Promise.all(
          [undefined, '', 'made-up', 'a.b', strangersToken, { toString: 'x' }, ownToken.slice(0, -1)].map(
            async (csrf_token) => {
              const answer = await owner.browser.call(endpoint, { ...aRequest(endpoint, ids), csrf_token });
              return { answer, wrong: refused(answer, 403, 'CSRF_TOKEN_WRONG') };
            },
          ),
        ),
    },
    {
      tried: `the owner, sent from ${Object.keys(CROSS_SITE).length} places that are not the site`,
      calls: everyCall.filter(({ endpoint }) => isEffect(endpoint)),
      ask: ({ endpoint }) =>
        Promise.all(
          Object.entries(CROSS_SITE).map(async ([place, headers]) => {
            const answer = await owner.browser.call(endpoint, aRequest(endpoint, ids), headers);
            const wrong = refused(answer, 403, 'CROSS_SITE');
            return { answer, wrong: wrong && `${wrong} to ${place}` };
          }),
        ),
    },
    {
      tried: 'the owner, a page of another account',
      calls: forUsers.filter(({ name }) => !['getUserId', 'viewUserData'].includes(name)),
      async ask({ endpoint }) {
        const answer = await owner.browser.call(endpoint, aRequest(endpoint, ids), {
          'x-redress-account': 'a'.repeat(24),
        });
        return [{ answer, wrong: refused(answer, 401, 'NOT_SIGNED_IN') }];
      },
    },
  ];
}

/** Calls that end the caller's session or account; the other parts test them, each with an account of its own. */
const DESTRUCTIVE = new Set(['logout', 'deleteAccount', 'resetPassword']);

async function contractRows({ program: start, isShort }: Attack, tallies: Tally[]) {
  const program = await start();
  const owner = await anOwner(program);
  const before = await booksOf(program, owner.address);
  for (const subject of await subjectsOf(program, owner)) {
    const tally = new Tally(subject.tried);
    tallies.push(tally);
    for (const call of subject.calls) {
      for (const { answer, wrong } of await subject.ask(call)) {
        // The owner's own refusals may name what the owner typed.
        const crossing = subject.tried.startsWith('the owner, ') ? null : leak(answer, owner);
        const odd = findInternalDetail(answer.status, answer.text);
        const fault = wrong ?? crossing ?? odd ?? (answer.status >= 500 ? `answers ${answer.status}` : null);
        tally.add(fault && `${call.name} ${fault}`);
      }
      if (isShort) continue;
      if ((await booksOf(program, owner.address)) !== before)
        tally.find(`${call.name} changed what the owner has stored`);
    }
    if ((await booksOf(program, owner.address)) !== before) tally.find('something the owner has stored was changed');
  }
  // Control: these requests are valid, so the refusals above are due to the caller.
  const control = new Tally('the owner reads with the same ids (control)');
  tallies.push(control);
  const token = await tokenOf(owner.browser);
  for (const { name, endpoint } of callsById.filter(({ endpoint: each }) => !isEffect(each))) {
    const answer = await owner.browser.call(endpoint, {
      ...aRequest(endpoint, owner.ids),
      ...(endpoint.csrf ? { csrf_token: token } : {}),
    });
    // A letter that is not posted has no proof yet.
    control.add(
      answer.status < 400 || code(answer) === 'DOCUMENT_NOT_READY'
        ? null
        : `${name} answers ${answer.status} ${code(answer)}`,
    );
  }
}

/** Roles of the release API that may not do what a call does. */
const LESSER: Record<ReleaseEndpoint['access'], string[]> = {
  anyone: [],
  reader: [],
  developer: ['reader', 'key-holder'],
  'release-manager': ['reader', 'key-holder', 'developer-team-wizard'],
};
const RELEASE_IDS = { channel: 'production', remote: 'mf-wizard', name: 'mf-wizard', reason: 'attack' };

async function releaseRows({ program: start }: Attack, tallies: Tally[]) {
  const program = await start();
  const client = new Client(consoleUrl(program));
  const calls = Object.entries(releaseEndpoints as Record<ReleaseEndpointName, ReleaseEndpoint>);
  const tokens = Object.fromEntries(tokensOf(program).map(({ name, token }) => [name, token]));
  const manager = tokens['release-manager'] ?? '';
  const session = (await aSessionCookie(program)) ?? '';
  const wrong: Record<string, Record<string, string>> = {
    'no token': {},
    'an unknown token': { authorization: `Bearer rr_${'x'.repeat(32)}` },
    'a token cut short': { authorization: `Bearer ${manager.slice(0, -1)}` },
    'a token in another case': { authorization: `Bearer ${manager.toUpperCase()}` },
    'a token as basic authentication': {
      authorization: `Basic ${Buffer.from(`a:${manager}`).toString('base64')}`,
    },
    'a token in a cookie': { cookie: `token=${manager}; authorization=Bearer ${manager}` },
    "a visitor's session": { cookie: session, authorization: `Bearer ${session}` },
    'two tokens': { authorization: `Bearer rr_${'x'.repeat(32)}, Bearer ${manager}` },
  };
  const send = (endpoint: ReleaseEndpoint, headers: Record<string, string>) => {
    const request = aRequest(endpoint, RELEASE_IDS);
    const sent = endpoint.method === 'GET' ? { query: request } : { json: request };
    return client.send(endpoint.method, endpoint.path, { ...sent, headers });
  };
  const nobody = new Tally(`release API: ${Object.keys(wrong).length} ways of having no token`);
  const roles = new Tally('release API: tokens of a lesser role');
  const control = new Tally('release API: a reader reads (control)');
  tallies.push(nobody, roles, control);
  const status = async () =>
    (await client.send('GET', '/api/status', { headers: { authorization: `Bearer ${manager}` } })).text;
  const before = await status();
  for (const [name, endpoint] of calls) {
    if (endpoint.access === 'anyone') continue;
    for (const [way, headers] of Object.entries(wrong)) {
      const answer = await send(endpoint, headers);
      const fault = answer.status === 401 ? findInternalDetail(answer.status, answer.text) : `answers ${answer.status}`;
      nobody.add(fault && `${name} ${fault} to ${way}`);
    }
    for (const role of LESSER[endpoint.access]) {
      if (!tokens[role]) throw new Error(`There is no token ${role}.`);
      const answer = await send(endpoint, { authorization: `Bearer ${tokens[role]}` });
      roles.add(refused(answer, 403, 'NOT_ALLOWED') && `${name} answers ${answer.status} to ${role}`);
    }
    if (endpoint.method !== 'GET') continue;
    const answer = await send(endpoint, { authorization: `Bearer ${tokens['reader']}` });
    control.add(answer.status < 500 && answer.status !== 401 ? null : `${name} answers ${answer.status}`);
  }
  if ((await status()) !== before) nobody.find('the channel was changed');
}

/** The session cookie of a visitor who is signed in to the site. */
async function aSessionCookie(program: Program): Promise<string | undefined> {
  const { browser } = await aPerson(program);
  return [...browser.cookies].map(([name, value]) => `${name}=${value}`).find((pair) => pair.includes('session'));
}

export const matrix: Part = {
  name: 'matrix',
  about: 'every call of the contract and every route of the release API, by everybody who may not',
  notReached: [
    'what a developer may do with the remotes of other teams: it hangs on the trust document and is tested in services/releases',
  ],
  async run(attack) {
    const tallies: Tally[] = [];
    await contractRows(attack, tallies);
    await releaseRows(attack, tallies);
    return tallies.map((tally) => tally.row());
  },
};
