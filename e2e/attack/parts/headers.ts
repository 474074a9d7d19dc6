import { endpoints, switchCaseCalendar, type Endpoint } from '@redress/contracts';
import type { Snapshot } from '@redress/contracts/releases';
import type { Program } from '../../support/program.ts';
import { Client, type Received } from '../../support/client.ts';
import { Tally, type Part, type Row } from '../support/part.ts';
import { anOwner, type Owner } from '../support/people.ts';
import { consoleUrl } from '../support/release-routes.ts';

type Rule = (header: string | undefined, answer: Received) => string | null;

const is =
  (...allowed: string[]): Rule =>
  (header) =>
    header !== undefined && allowed.includes(header) ? null : `is ${header ?? 'missing'}`;
const has =
  (...parts: string[]): Rule =>
  (header) => {
    const missing = parts.find((part) => !header?.includes(part));
    return missing === undefined ? null : `lacks ${missing}`;
  };
const absent: Rule = (header) => (header === undefined ? null : `is ${header}`);

/** Sources of one directive of a policy. */
function sourcesOf(policy: string, directive: string): string[] | null {
  const found = policy
    .split(';')
    .map((each) => each.trim().split(/\s+/))
    .find(([name]) => name === directive);
  return found ? found.slice(1) : null;
}

/** Other companies a document may speak to: `stripe` where a card can be typed, `tags` where the site's tags run (R30). */
type ThirdParties = 'none' | 'stripe' | 'tags';
const TAG_HOST = /^https:\/\/[\w.*-]*\b(google|googletagmanager|google-analytics|doubleclick)\b[\w.-]*$/;

/** What a document's policy must hold (docs/security/threat-model.md). */
const documentPolicy =
  (thirdParties: ThirdParties): Rule =>
  (header = '') => {
    const exact: Record<string, string[]> = {
      'default-src': ["'none'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'frame-ancestors': ["'none'"],
      'form-action': ["'self'"],
      'font-src': ["'self'"],
      'require-trusted-types-for': ["'script'"],
    };
    for (const [directive, expected] of Object.entries(exact))
      if (sourcesOf(header, directive)?.join(' ') !== expected.join(' ')) return `has another ${directive}`;
    const scripts = sourcesOf(header, 'script-src') ?? [];
    if (!scripts.includes("'strict-dynamic'")) return "has no 'strict-dynamic'";
    const loose = scripts.find(
      (source) => source !== "'strict-dynamic'" && !/^'sha(256|384|512)-[\w+/=]+'$/.test(source),
    );
    if (loose) return `lets scripts come from ${loose}`;
    const policies = thirdParties === 'tags' ? /^(redress[\w-]*|default)$/ : /^redress[\w-]*$/;
    if (!sourcesOf(header, 'trusted-types')?.every((name) => policies.test(name)))
      return 'names other Trusted Types policies';
    if (/'unsafe-|\bhttps?:(?!\/\/)|\s\*[\s;]/.test(header)) return 'holds unsafe-…, a whole scheme or *';
    const own = new Set(["'self'", 'blob:', 'data:']);
    const isThirdParty = (source: string) =>
      (thirdParties === 'stripe' ? /^http:\/\/127\.0\.0\.1:\d+$/ : TAG_HOST).test(source);
    for (const directive of ['connect-src', 'frame-src', 'img-src', 'style-src'])
      for (const source of sourcesOf(header, directive) ?? [])
        if (!own.has(source) && !source.startsWith("'sha") && (thirdParties === 'none' || !isThirdParty(source)))
          return `has ${source} in ${directive}`;
    return header.includes('report-uri') ? null : 'reports to nobody';
  };

const closedPolicy: Rule = (header) => has("default-src 'none'", 'sandbox')(header, undefined as never);

interface Case {
  name: string;
  answer: Received;
  rules: Record<string, Rule>;
}

const nosniff = { 'x-content-type-options': is('nosniff') };
const silent = { server: absent, 'x-powered-by': absent };
const API = { ...nosniff, ...silent, 'content-type': is('application/json; charset=utf-8') };

const documentRules = (
  documentClass: 'public' | 'private',
  thirdParties: ThirdParties,
  isHttps: boolean,
): Record<string, Rule> => ({
  ...nosniff,
  ...silent,
  'content-security-policy': documentPolicy(thirdParties),
  'cache-control': is('no-cache'),
  'x-frame-options': is('DENY'),
  'cross-origin-opener-policy': is('same-origin-allow-popups'),
  'cross-origin-resource-policy': is('same-origin'),
  'referrer-policy': is(documentClass === 'private' ? 'no-referrer' : 'strict-origin-when-cross-origin'),
  'permissions-policy': has('microphone=(self)', 'camera=()', 'geolocation=()', 'payment='),
  'reporting-endpoints': has('csp='),
  'content-type': is('text/html; charset=utf-8'),
  'set-cookie': absent,
  ...(isHttps ? { 'strict-transport-security': has('max-age=31536000', 'includeSubDomains') } : {}),
});

/** @param hasTags - without tags of other companies every document is a private one (R30) */
async function documents(program: Program, hasTags: boolean): Promise<Case[]> {
  const client = new Client(program.url, program.origin);
  const signed = (await client.send('GET', '/releases/snapshot')).json as { payload: string };
  const snapshot = JSON.parse(signed.payload) as Snapshot;
  const builds = [snapshot.shell, ...Object.values(snapshot.remotes).map(({ current }) => current)];
  const isHttps = program.origin.startsWith('https:');
  const cases: Case[] = [];
  for (const build of builds)
    for (const { path, documentClass } of build.routes)
      for (const asked of documentClass === 'private' ? [path] : [path, `${path}?doc=private`]) {
        const answer = await client.send('GET', asked.replace(/:\w+/g, 'a'));
        const isPublic = hasTags && documentClass === 'public' && asked === path;
        // Cards are typed in private documents of pages that began as public ones: the wizard.
        const hasCard = !isPublic && documentClass === 'public' && build !== snapshot.shell;
        const thirdParties = isPublic ? 'tags' : hasCard ? 'stripe' : 'none';
        cases.push({
          name: `document ${asked}`,
          answer,
          rules: documentRules(isPublic ? 'public' : 'private', thirdParties, isHttps),
        });
      }
  cases.push({
    name: 'a page nobody has',
    answer: await client.send('GET', '/no-such-page'),
    rules: { ...documentRules('private', 'none', isHttps), 'cache-control': is('no-cache', 'no-store') },
  });
  const assets = /assets\/[^"' )]+?\.(?:js|css|woff2|svg)/g;
  const home = await client.send('GET', '/');
  const css = [...home.text.matchAll(assets)].map(([each]) => each);
  for (const type of ['js', 'css', 'woff2', 'svg']) {
    const path = [
      ...css,
      ...builds.flatMap((build) =>
        Object.keys(build.integrity).map((file) => `assets/${build.name}/${build.version}-${build.buildId}/${file}`),
      ),
    ].find((each) => each.endsWith(`.${type}`));
    if (!path) continue;
    cases.push({
      name: `file of a build (.${type})`,
      answer: await client.send('GET', `/${path}`),
      rules: {
        ...nosniff,
        ...silent,
        'cross-origin-resource-policy': is('same-origin'),
        'cache-control': has('max-age=31536000', 'immutable'),
        ...(type === 'svg' ? { 'content-security-policy': closedPolicy } : {}),
      },
    });
  }
  return cases;
}

const CACHED = new Set(['categories', 'states']);

async function calls(program: Program, owner: Owner): Promise<Case[]> {
  const { browser, ids } = owner;
  const cases: Case[] = [];
  const token = String((await browser.send('GET', '/api/csrf_token.php')).json?.['csrf_token']);
  const requests: Record<string, Record<string, unknown>> = {
    generateSecurePdf: { demand_id: ids['demand_id'], action: 'view' },
    downloadCourtDocument: { file_id: ids['file_id'], download: true, csrf_token: token },
    courtDocumentSet: { file_ids: [ids['file_id']], for_print: false, csrf_token: token },
    receipt: { payment_id: ids['payment_id'] },
    exportData: {},
    caseLedgers: {},
    feeFiguresPaper: { form_session_id: ids['form_session_id'] },
    proofOfMailing: { demand_id: ids['demand_id'] },
    casePaper: { form_session_id: ids['form_session_id'], paper: 'balance' },
    caseCalendar: { key: new URL(await calendarOf(owner)).searchParams.get('key') },
  };
  for (const [name, endpoint] of Object.entries(endpoints as Record<string, Endpoint>)) {
    const request = requests[name];
    if (endpoint.kind === 'blob' && !request)
      throw new Error(`${name} gives a file, and this part knows no request for it.`);
    if (endpoint.kind === 'redirect' || endpoint.kind === 'raw' || (endpoint.method === 'POST' && !request)) continue;
    if (['logout', 'googleRedirect'].includes(name)) continue;
    const answer = await browser.call(
      endpoint,
      request ?? { form_session_id: ids['form_session_id'], demand_id: ids['demand_id'], q: 'a', code: 'NONE' },
    );
    const cache = { 'cache-control': CACHED.has(name) && answer.status === 200 ? has('public') : is('no-store') };
    const file = {
      ...nosniff,
      ...silent,
      ...cache,
      'content-security-policy': closedPolicy,
      'content-disposition': has('filename='),
      'cross-origin-resource-policy': is('same-origin'),
    };
    cases.push({
      name: `${endpoint.kind === 'blob' ? 'file' : 'answer'} of ${name} (${answer.status})`,
      answer,
      rules: endpoint.kind === 'blob' && answer.status === 200 ? file : { ...API, ...cache },
    });
  }
  const refusals: [string, Promise<Received>][] = [
    ['unknown call', browser.send('GET', '/api/nothing')],
    ['broken JSON', browser.send('POST', '/api/subcategories.php', { body: '{' })],
    ['too large', browser.send('POST', '/api/subcategories.php', { body: `{"a":"${'x'.repeat(70_000)}"}` })],
    [
      'another site',
      browser.send('POST', '/api/sessions/create_form_session.php', {
        json: {},
        headers: { origin: 'https://evil.example' },
      }),
    ],
  ];
  for (const [name, answer] of refusals)
    cases.push({ name: `refusal: ${name}`, answer: await answer, rules: { ...API, 'cache-control': is('no-store') } });
  const pages: [string, string][] = [
    ['page that ends a sign-in', '/api/google/callback?code=x&state=y'],
    ['page that stops reminders', '/api/reminders/stop?key=x'],
  ];
  for (const [name, address] of pages) {
    cases.push({
      name,
      answer: await browser.send('GET', address),
      rules: {
        ...nosniff,
        'cache-control': is('no-store'),
        'content-security-policy': has("default-src 'none'"),
        'referrer-policy': is('no-referrer'),
      },
    });
  }
  return cases;
}

/** Opens the calendar of the owner's case. */
async function calendarOf({ browser, ids }: Owner): Promise<string> {
  const { json } = await browser.call(switchCaseCalendar, { form_session_id: ids['form_session_id'], on: true });
  return String(json?.['calendar']);
}

async function others(program: Program): Promise<Case[]> {
  const client = new Client(program.url, program.origin);
  const desk = new Client(consoleUrl(program));
  const get = (from: Client, path: string, method = 'GET') => from.send(method, path);
  return [
    {
      name: 'signed snapshot',
      answer: await get(client, '/releases/snapshot'),
      rules: { ...nosniff, ...silent, 'cache-control': is('no-cache') },
    },
    {
      name: 'token for reports',
      answer: await get(client, '/releases/beacon-token'),
      rules: { ...nosniff, 'cache-control': is('no-store') },
    },
    { name: 'readyz', answer: await get(client, '/readyz'), rules: { 'cache-control': is('no-store') } },
    {
      name: 'metrics without token',
      answer: await get(client, '/metrics'),
      rules: { ...nosniff, 'cache-control': is('no-store') },
    },
    {
      name: 'path nobody serves',
      answer: await get(client, '/nothing', 'POST'),
      rules: { ...nosniff, 'cache-control': is('no-store') },
    },
    { name: 'robots.txt', answer: await get(client, '/robots.txt'), rules: nosniff },
    { name: 'favicon', answer: await get(client, '/favicon.svg'), rules: nosniff },
    {
      name: 'release console',
      answer: await get(desk, '/'),
      rules: {
        ...nosniff,
        ...silent,
        'content-security-policy': has(
          "default-src 'none'",
          "script-src 'self'",
          "frame-ancestors 'none'",
          "base-uri 'none'",
        ),
        'cross-origin-opener-policy': is('same-origin'),
        'referrer-policy': is('no-referrer'),
        'set-cookie': absent,
      },
    },
    {
      name: 'release API, no token',
      answer: await get(desk, '/api/status'),
      rules: { ...nosniff, 'cache-control': is('no-store'), 'access-control-allow-origin': absent },
    },
  ];
}

/** Cookies as they are set where the site is served by https. */
async function cookies(program: Program): Promise<Tally> {
  const tally = new Tally('cookies of a site served by https, each attribute');
  const client = new Client(program.url, program.origin);
  const set: string[] = [];
  for (const [method, path, json] of [
    [
      'POST',
      '/api/register/auth.php',
      { email: `cookie.${Date.now()}@example.org`, password: 'correct horse battery' },
    ],
    ['POST', '/api/sessions/create_form_session.php', {}],
    ['GET', '/api/google/redirect.php', undefined],
    ['GET', '/api/logout.php', undefined],
  ] as const)
    set.push(...((await client.send(method, path, json ? { json } : {})).headers['set-cookie'] ?? []));
  for (const line of set) {
    const name = line.split('=', 1)[0] ?? '';
    tally.add(name.startsWith('__Host-') ? null : `${name} has no __Host-`);
    for (const attribute of ['Secure', 'HttpOnly', 'SameSite=Lax', 'Path=/'])
      tally.add(line.includes(attribute) ? null : `${name} lacks ${attribute}`);
    tally.add(/Domain=/i.test(line) ? `${name} has a Domain` : null);
  }
  if (set.length < 2) tally.find('hardly a cookie was set');
  return tally;
}

export const headers: Part = {
  name: 'headers',
  about:
    'policy, cache, frame, type, opener and referrer headers of every class of document, file and answer; flags of cookies',
  notReached: [
    'headers that a proxy or a CDN in front adds or takes away',
    'live Stripe: its frames and hosts stand in a policy of their own',
  ],
  async run(attack) {
    const program = await attack.program();
    const owner = await anOwner(program);
    const groups: [string, Case[]][] = [
      ['documents and files of builds', await documents(program, false)],
      ['answers and files of the API', await calls(program, owner)],
      ['other addresses, the release console and its API', await others(program)],
    ];
    const rows: Row[] = [];
    if (!attack.isShort) {
      const site = await attack.publicProgram();
      groups.push([
        'documents of a site with tags, served by https',
        (await documents(site, true)).filter(({ name }) => name.startsWith('document')),
      ]);
      rows.push((await cookies(site)).row());
    }
    for (const [what, cases] of groups) {
      const tally = new Tally(`${what}: ${cases.length}, each header`);
      for (const { name, answer, rules } of cases)
        for (const [header, rule] of Object.entries(rules)) {
          const value = answer.headers[header];
          const fault = rule(Array.isArray(value) ? value.join('\n') : value, answer);
          tally.add(fault && `${name}: ${header} ${fault}`);
        }
      rows.push(tally.row());
    }
    return rows;
  },
};
