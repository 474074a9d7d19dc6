import type { Endpoint } from '@redress/contracts';
import { publicReleaseEndpoints, releaseEndpoints, type ReleaseEndpoint } from '@redress/contracts/release-api';
import { aRequest, everyCall, schemaOf, type JsonSchema, type NamedEndpoint } from '@redress/contracts/requests';
import { percentile } from '@redress/tools/proof';
import fc from 'fast-check';
import { answersByApi, ANSWERS } from '../../support/api-claim.ts';
import type { Program } from '../../support/program.ts';
import { findInternalDetail } from '../support/answers.ts';
import { Client, type Received } from '../../support/client.ts';
import { hostileBodies, hostileRequests } from '../support/hostile.ts';
import { atOnce, Tally, type Attack, type Part } from '../support/part.ts';
import { aPerson, type Person } from '../support/people.ts';
import { consoleUrl, siteRoutes, tokensOf } from '../support/release-routes.ts';

/** A call whose contract allows no more may take this long, on a machine that does other work as well. */
const BOUND_MS = 5_000;
const AT_ONCE = 8;
/** After this many rate-limit refusals the requests continue with another account. */
const REFUSALS_OF_ONE = 5;

interface AccountPool {
  next(): Promise<{ person: Person; ids: Record<string, string>; token: string }>;
}

/** Accounts with a draft each, made when needed: limits count by account, and some calls end sessions. */
function accountPoolOf(program: Program): AccountPool {
  return {
    async next() {
      const person = await aPerson(program);
      const draft = await answersByApi(person.browser, program, ANSWERS, [5, 1]);
      const token = String((await person.browser.send('GET', '/api/csrf_token.php')).json?.['csrf_token'] ?? '');
      return { person, ids: { form_session_id: draft, session_id: draft, original_session_id: draft }, token };
    },
  };
}

/** @returns what is wrong with the answer to a malformed request */
function faultOf(answer: Received, boundMs = BOUND_MS): string | null {
  const code = String(answer.json?.['code'] ?? '');
  if (answer.status >= 500 && code !== 'OVERLOADED') return `answers ${answer.status} ${code}`;
  // `other` repeats the person's own data, and the release API tells a developer why build.json is not valid JSON.
  const { other: _own, ...said } = answer.json ?? {};
  const word =
    code === 'DESCRIPTOR_INVALID'
      ? null
      : findInternalDetail(answer.status, answer.json ? JSON.stringify(said) : answer.text);
  return word ?? (answer.ms > boundMs ? `took ${Math.round(answer.ms)} ms` : null);
}

/** Node reads no request line and headers beyond this: it answers 431 and ends the connection, often before it was read. */
const HEAD_BYTES = 16_000;

class Figures {
  readonly ms: number[] = [];
  tooLong = 0;
  readonly statuses = new Map<number, number>();
  add({ ms, status }: Received) {
    this.ms.push(ms);
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }
  join({ ms, statuses, tooLong }: Figures) {
    this.ms.push(...ms);
    for (const [status, count] of statuses) this.statuses.set(status, (this.statuses.get(status) ?? 0) + count);
    this.tooLong += tooLong;
  }
  get note() {
    const statuses = [...this.statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
    const tooLong = this.tooLong > 0 ? [`ended unread: ${this.tooLong}`] : [];
    const [p99, most] = [percentile(this.ms, 0.99), Math.max(...this.ms, 0)].map(Math.round);
    return `${[...statuses, ...tooLong].join(', ')}; p99 ${p99} ms, longest ${most} ms`;
  }
}

const lengthOf = (query: Record<string, unknown>): number =>
  new URLSearchParams(
    Object.entries(query).map(([field, value]) => [
      field,
      typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
    ]),
  ).toString().length;

const asQuery = (request: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(request).map(([field, value]) => [field, typeof value === 'string' ? value.toWellFormed() : value]),
  );

async function attackCall(
  { name, endpoint }: NamedEndpoint,
  accounts: AccountPool,
  { seed, bodies }: Attack,
  tally: Tally,
  figures: Figures,
) {
  let who = await accounts.next();
  let refusals = 0;
  const schema = schemaOf(endpoint);
  // Ids and token of the current account are filled in when a body is sent: the account may change during a run, the
  // bodies do not.
  const sound = aRequest(endpoint, who.ids);
  const marks = {
    ...Object.fromEntries(
      Object.keys(sound)
        .filter((key) => key in who.ids)
        .map((key) => [key, `%${key}%`]),
    ),
  };
  const withMarks: Record<string, unknown> = {
    ...sound,
    ...marks,
    ...(endpoint.csrf ? { csrf_token: '%token%' } : {}),
  };
  const requests = hostileRequests(schema, withMarks);
  const settle = (text: string) =>
    text.replaceAll('%token%', () => who.token).replaceAll(/%(\w+_id)%/g, (_whole, key: string) => who.ids[key] ?? '');
  const check = async (answer: Promise<Received>, index: number, headBytes = 0) => {
    const received = await answer.catch((error: Error) => error);
    if (received instanceof Error && headBytes > HEAD_BYTES) return void (figures.tooLong += 1);
    if (received instanceof Error) return tally.add(`${name}, body ${index}: ${received.message}`);
    figures.add(received);
    const fault = faultOf(received, Math.max(BOUND_MS, endpoint.timeoutMs ?? 0));
    tally.add(fault && `${name}, body ${index}: ${fault}`);
    const isOut = endpoint.access === 'user' && received.status === 401;
    refusals += received.status === 429 || isOut ? 1 : 0;
    if (refusals < REFUSALS_OF_ONE) return;
    refusals = 0;
    who = await accounts.next();
  };
  if (endpoint.method === 'GET') {
    const samples = fc.sample(requests, { numRuns: bodies, seed });
    return atOnce(samples, AT_ONCE, (request, index) => {
      const settled = JSON.parse(settle(JSON.stringify(asQuery(request)))) as Record<string, unknown>;
      return check(who.person.browser.send('GET', endpoint.path, { query: settled }), index, lengthOf(settled));
    });
  }
  const samples = fc.sample(hostileBodies(requests), { numRuns: bodies, seed });
  await atOnce(samples, AT_ONCE, ({ body, type }, index) => {
    const settled = Buffer.from(settle(body.toString('latin1')), 'latin1');
    return check(
      who.person.browser.send('POST', endpoint.path, { body: settled, headers: { 'content-type': type } }),
      index,
    );
  });
}

interface Target {
  name: string;
  method: string;
  path: string;
  schema: JsonSchema;
  sound: Record<string, unknown>;
  client: Client;
  headers: Record<string, string>;
}

const ANY_FIELD: JsonSchema = { type: 'object', properties: { a: {}, 'csp-report': {}, reports: {} } };
/** A channel that is not there: an act that passes its schema changes nothing. */
const RELEASE_IDS = { channel: 'nowhere', remote: 'mf-wizard', name: 'mf-wizard', reason: 'attack' };

/** Calls of the release API with a valid token, reports of tabs and of browsers, files. */
function releaseTargets(program: Program): Target[] {
  const token = tokensOf(program).find(({ name }) => name === 'release-manager')?.token ?? '';
  const [desk, site] = [new Client(consoleUrl(program)), new Client(program.url, program.origin)];
  const of = (table: Record<string, ReleaseEndpoint>, client: Client, headers: Record<string, string>) =>
    Object.entries(table)
      .filter(([, { answers }]) => answers !== 'events')
      .map(([name, endpoint]) => ({
        name,
        method: endpoint.method,
        path: endpoint.path,
        schema: schemaOf(endpoint),
        sound: aRequest(endpoint, RELEASE_IDS),
        client,
        headers,
      }));
  return [
    ...of(releaseEndpoints, desk, { authorization: `Bearer ${token}` }),
    ...of(publicReleaseEndpoints, site, {}),
    ...siteRoutes().map(({ method, path }) => ({
      name: path,
      method,
      path,
      schema: ANY_FIELD,
      sound: {},
      client: site,
      headers: {},
    })),
  ];
}

async function attackReleases(program: Program, { seed, bodies }: Attack): Promise<[Tally, Figures]> {
  const targets = releaseTargets(program);
  const [tally, figures] = [
    new Tally(`${targets.length} calls of the release API and routes of the site`),
    new Figures(),
  ];
  for (const { name, method, path, schema, sound, client, headers } of targets) {
    const requests = hostileRequests(schema, sound);
    const queries = fc.sample(requests, { numRuns: bodies, seed });
    const samples = fc.sample(hostileBodies(requests), { numRuns: bodies, seed });
    await atOnce(queries, AT_ONCE, async (request, index) => {
      const { body, type } = samples[index] as (typeof samples)[number];
      const query = asQuery(request);
      const settled = path.replace(/:\w+|\*/g, () =>
        encodeURIComponent((JSON.stringify(Object.values(query)[0]) ?? 'x').slice(0, 200).toWellFormed()),
      );
      const sent = method === 'GET' ? { headers, query } : { body, headers: { ...headers, 'content-type': type } };
      const answer = await client.send(method, settled, sent).catch((error: Error) => error);
      if (answer instanceof Error && lengthOf(query) > HEAD_BYTES) return void (figures.tooLong += 1);
      if (answer instanceof Error) return tally.add(`${name}, body ${index}: ${answer.message}`);
      figures.add(answer);
      const fault = faultOf(answer);
      tally.add(fault && `${method} ${name}, body ${index}: ${fault}`);
    });
  }
  return [tally, figures];
}

const inputOf = ({ method }: Endpoint) => (method === 'GET' ? 'queries' : 'bodies');

export const bodies: Part = {
  name: 'bodies',
  about:
    'every call with hostile bodies made from its schema by mutation; never 5xx, never slow, never an internal detail',
  notReached: [
    'answers of providers: the sandbox speaks as they do; what they might send is tested with their clients',
  ],
  async run(attack) {
    const program = await attack.program();
    const accounts = accountPoolOf(program);
    const rows = [];
    for (const what of ['bodies', 'queries']) {
      const calls = everyCall.filter(({ endpoint }) => inputOf(endpoint) === what);
      const [tally, figures] = [new Tally(`${what} of ${calls.length} calls`), new Figures()];
      for (const call of calls) {
        const own = new Figures();
        await attackCall(call, accounts, attack, tally, own);
        figures.join(own);
        if (!attack.isShort) attack.say(`  ${call.name}: ${own.note}`);
      }
      rows.push(tally.row(figures.note));
    }
    const [tally, figures] = await attackReleases(program, attack);
    return [...rows, tally.row(figures.note)];
  },
};
