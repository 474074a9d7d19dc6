import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BrowserContext, Page, Route } from '@playwright/test';
import { withoutBeacons } from '../support/beacons.ts';
import { answerWith } from '../support/answers.ts';
import { callApi, chargeByApi, draftByApi, personByApi } from '../support/api-claim.ts';
import { release, removeVariant } from '../support/builds.ts';
import { buildDrill, failAs, pressDrill, type Throw } from '../support/drill.ts';
import { writeFaultTable, type FaultRow, type Outcome } from '../support/fault-table.ts';
import type { Program } from '../support/program.ts';
import { expect, expectNoise, test } from '../support/test.ts';

/** Everywhere a remote is drawn: its page, or a slot inside the wizard. */
interface Place {
  name: string;
  remote: string;
  element: string;
  /** Goes there. @returns the moment at which the remote began to be needed */
  open(page: Page): Promise<number>;
  /** Something only the working remote shows. */
  content: RegExp;
}

let site: Program;
let address = '';
let unpaid = '';

async function go(page: Page, path: string): Promise<number> {
  const started = Date.now();
  // The document's own load waits for what it preloads; a page with a hung file is used all the same.
  await page.goto(path, { waitUntil: 'commit' });
  return started;
}

async function goWithClaim(page: Page, step: string, draft: string): Promise<number> {
  await page.addInitScript((id) => sessionStorage.setItem('form_session_id', id), draft);
  return go(page, `/?step=${step}`);
}

/** The order slot runs once per paid claim, so each visit uses a newly paid claim, held in its first stage. */
async function goToOrder(page: Page): Promise<number> {
  const draft = await draftByApi(page, site);
  const intent = await chargeByApi(page, site, draft, address);
  const order = { form_session_id: draft, payment_intent_id: intent.id };
  await callApi(page, site, '/api/stripe/finalize-payment.php', order);
  await answerWith(page, '/api/register/save_client_data.php', 'hold');
  return goWithClaim(page, '5.2', draft);
}

const page = (remote: string, path: string, content: RegExp): Place => ({
  name: `${remote} ${path}`,
  remote,
  element: `[data-remote=${remote}][data-build]`,
  open: (opened) => go(opened, path),
  content,
});
const slot = (remote: string, name: string, open: Place['open'], content: RegExp): Place => ({
  name: `${remote} ${name}`,
  remote,
  element: `[data-slot="${name}"][data-build]`,
  open,
  content,
});

const PLACES: Place[] = [
  page('mf-wizard', '/', /Debt collection/),
  page('mf-auth', '/login', /Log in/),
  page('mf-account', '/dashboard', /Active Sessions/),
  page('mf-letters', '/demand-letters', /Demand Letters/),
  slot('mf-auth', 'wizard.account-gate', (opened) => go(opened, '/?step=1.3'), /Create account/),
  slot('mf-checkout', 'wizard.package', (opened) => goWithClaim(opened, '5.0', unpaid), /Demand Letter/),
  slot('mf-checkout', 'wizard.payment', (opened) => goWithClaim(opened, '5.1', unpaid), /Pay/),
  slot('mf-checkout', 'wizard.order', goToOrder, /letter/i),
];

/** `npm run verify` drills every fault of every place; the gate one of the network and one of the code, of one remote. */
const isVerify = process.env['VERIFY'] === '1';
const DRILLED = isVerify ? PLACES : PLACES.filter(({ name }) => name === 'mf-wizard /');
const isRun = (fault: string) => isVerify || fault === 'one byte is changed' || fault === 'throws in an effect';

/** What the network does to every script of the newer build. */
const NETWORK: Record<string, { act(route: Route, asked: number): Promise<unknown>; outcome: Outcome }> = {
  'no fault': { act: (route) => route.continue(), outcome: 'current build' },
  'one fetch fails': {
    act: (route, asked) => (asked === 1 ? route.abort('connectionreset') : route.continue()),
    outcome: 'current build',
  },
  'scripts are missing (404)': {
    act: (route) => route.fulfill({ status: 404, body: 'gone' }),
    outcome: 'last good build',
  },
  'scripts never answer': { act: () => new Promise(() => {}), outcome: 'last good build' },
  'one byte is changed': {
    act: async (route) => {
      const response = await route.fetch();
      return route.fulfill({ response, body: `${await response.text()} ` });
    },
    outcome: 'last good build',
  },
  'a captive portal answers HTML': {
    act: (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html>' }),
    outcome: 'last good build',
  },
};
const THROWS: Record<string, Throw> = {
  'throws when evaluated': 'evaluated',
  'throws on mount': 'mount',
  'throws in an effect': 'effect',
  'throws later': 'later',
  'a handler throws': 'handler',
};

const drills = new Map<string, { dist: string; buildId: string }>();
const rows: FaultRow[] = [];
let cookies: Awaited<ReturnType<BrowserContext['cookies']>>;

test.beforeAll(async ({ browser, program }) => {
  test.setTimeout(240_000);
  site = program;
  const remotes = [...new Set(DRILLED.map((place) => place.remote))];
  // Side by side: most of a build is one thread.
  await Promise.all(remotes.map(async (remote) => drills.set(remote, await buildDrill(remote))));
  for (const [remote, { dist }] of drills) await release(program, 'publish', remote, '--promote', '--dist', dist);
  ({ address, cookies, unpaid } = await personByApi(browser, program, async (page) => ({
    unpaid: await draftByApi(page, program),
  })));
});

test.afterAll(async () => {
  process.stdout.write(`${await writeFaultTable('remotes', rows, EXPECTED_ROWS)}\n`);
  await Promise.all([...drills.values()].map(removeVariant));
});

/** Which build a place shows, or a panel. */
async function look(opened: Page, { remote, element, content }: Place): Promise<Outcome | null> {
  const shown = opened.locator(element).first();
  if (await opened.locator('.redress-failure').isVisible()) return 'panel';
  const [build, text] = await Promise.all([
    shown.getAttribute('data-build', { timeout: 100 }).catch(() => null),
    shown.innerText({ timeout: 100 }).catch(() => ''),
  ]);
  if (!content.test(text)) return null;
  return build === drills.get(remote)?.buildId ? 'current build' : 'last good build';
}

/** Waits for an outcome and writes down what was seen. */
async function expectOutcome(opened: Page, place: Place, fault: string, outcome: Outcome, started: number) {
  let seen: Outcome | null = null;
  await expect
    .poll(async () => (seen = await look(opened, place)), { intervals: [50], timeout: 20_000 })
    .toBe(outcome)
    .finally(() => seen && rows.push({ place: place.name, fault, outcome: seen, ms: Date.now() - started }));
}

async function openSignedIn(context: BrowserContext, place: Place): Promise<Page> {
  // The gate and the sign-in page are for those who are not signed in.
  if (place.remote !== 'mf-auth') await context.addCookies(cookies);
  await withoutBeacons(context);
  return context.newPage();
}

/** Addresses of a build's scripts: under the build, and where builds have those with a hash in their name in common. */
async function scriptsOf({ dist }: { dist: string }): Promise<RegExp> {
  const build = JSON.parse(await readFile(path.join(dist, 'build.json'), 'utf8')) as {
    name: string;
    buildId: string;
    files: Record<string, unknown>;
  };
  const inCommon = Object.keys(build.files)
    .filter((file) => file.endsWith('.js'))
    .map((file) => `files/${file}`);
  const addresses = [`[^/]*${build.buildId}/.*\\.js`, ...inCommon.map((file) => file.replaceAll('.', '\\.'))];
  return new RegExp(`/assets/${build.name}/(${addresses.join('|')})`);
}

const EXPECTED_ROWS = PLACES.length * (Object.keys(NETWORK).length + Object.keys(THROWS).length);

for (const place of DRILLED) {
  for (const [fault, { act, outcome }] of Object.entries(NETWORK).filter(([name]) => isRun(name))) {
    test(`${place.name}: ${fault}: ${outcome}`, async ({ page: anyPage, context }) => {
      expectNoise(anyPage);
      const opened = await openSignedIn(context, place);
      let asked = 0;
      await opened.route(await scriptsOf(drills.get(place.remote)!), (route) => act(route, (asked += 1)));
      const started = await place.open(opened);
      await expectOutcome(opened, place, fault, outcome, started);
    });
  }

  for (const [fault, way] of Object.entries(THROWS).filter(([name]) => isRun(name))) {
    test(`${place.name}: ${fault}: last good build`, async ({ page: anyPage, context }) => {
      expectNoise(anyPage);
      const opened = await openSignedIn(context, place);
      await failAs(opened, place.remote, way);
      let started = await place.open(opened);
      if (way === 'later' || way === 'handler') started = await pressDrill(opened);
      await expectOutcome(opened, place, fault, 'last good build', started);
    });
  }
}
