import type { Page } from '@playwright/test';
import { callApi, paidClaim, registerByApi } from '../../support/api-claim.ts';
import { select } from '../../support/database.ts';
import { mailsTo, PASSWORD } from '../../support/people.ts';
import { METRICS_TOKEN, type Program } from '../../support/program.ts';
import { openChromium } from '../../support/chromium.ts';
import { pageOf, visit } from '../support/chromium.ts';
import { Tally, type Part } from '../support/part.ts';
import { aBrowser } from '../support/people.ts';

/** A unique word for every personal field. */
const WORDS = {
  firstname: 'Quetzalina',
  lastname: 'Xochimilca',
  address: '7 Tlaltecuhtli Way',
  apt: 'Suite Ehecatl',
  incidentAddress: '12 Huitzilopo St',
  defendantBusinessName: 'Tezcatlip Traders LLC',
  defendantFirstname: 'Mictlante',
  defendantLastname: 'Coatlicueva',
  defendantAddress: '99 Chalchiuh Rd',
  claimDescription: 'I lent Tonatiuhtli $1,250.50 on March 2. They promised to pay in April. They did not.',
  claimCalculation: 'The loan of $1,250.50 for Cihuacoatlan; nothing was paid back.',
  venmo: '@ometeotlin',
};
const MARKS = [
  'Quetzalina',
  'Xochimilca',
  'Tlaltecuhtli',
  'Ehecatl',
  'Huitzilopo',
  'Tezcatlip',
  'Mictlante',
  'Coatlicueva',
  'Chalchiuh',
  'Tonatiuhtli',
  'Cihuacoatlan',
  'ometeotlin',
  'nezahualco',
  '5559871234',
];
const TABLES = [
  'claims.rate_limit',
  'claims.event',
  'claims.code',
  'claims.user_session',
  'claims.mail',
  'claims_jobs.job',
];
const PAGES = [
  '/dashboard',
  '/completed-sessions',
  '/demand-letters',
  '/billing',
  '/court-documents',
  '/settings',
  '/',
];

const found = (text: string, marks: readonly string[]): string | undefined =>
  marks.find((mark) => text.toLowerCase().includes(mark.toLowerCase()));

async function live(program: Program, chromium: Awaited<ReturnType<typeof openChromium>>) {
  const browser = aBrowser(program);
  const address = `nezahualco.${Date.now()}@example.com`;
  await registerByApi(browser, program, address);
  const code = /\b(\d{6})\b/.exec((await mailsTo(program, address))[0]?.text ?? '')?.[1] ?? '';
  const claim = await paidClaim(browser, program, address, undefined, WORDS);
  const { csrf_token } = await callApi<{ csrf_token: string }>(browser, program, '/api/csrf_token.php');
  const settings = {
    firstName: WORDS.firstname,
    lastName: WORDS.lastname,
    phoneNumber: '5559871234',
    email: address,
    csrf_token,
  };
  await callApi(browser, program, '/api/settings/update_settings.php', settings);
  // Refused calls, and one that no route serves: a refusal logs more fields than a success.
  await browser.send('POST', '/api/login.php', { json: { email: address, password: `${PASSWORD} Mictlante` } });
  await browser.send('POST', '/api/register/save_form_data.php', {
    json: { form_session_id: claim.formSessionId, firstname: 'Quetzalina'.repeat(60) },
  });
  await browser.send('GET', `/api/nothing/Quetzalina?email=${address}`);
  await browser.send('POST', '/api/subcategories.php', { body: '{"parent_id":"Quetzalina' });

  const page = await pageOf(chromium, browser);
  const [urls, reports]: [string[], string[]] = [[], []];
  page.on('request', (request) => {
    urls.push(request.url(), request.headers()['referer'] ?? '');
    if (/\/releases\/beacon|csp-report/.test(request.url())) reports.push(request.postData() ?? '');
  });
  await visit(page, '/terms');
  await page.evaluate((id) => sessionStorage.setItem('form_session_id', id), claim.formSessionId);
  for (const path of ['/result', ...PAGES]) await visit(page, path);
  return { address, secrets: [PASSWORD, code, csrf_token, ...browser.cookies.values()], page, urls, reports };
}

/** What a browser keeps of this site. */
const keptIn = (page: Page) =>
  page.evaluate(async () => {
    const cached: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        cached.push(request.url, (await (await cache.match(request))?.text()) ?? '');
    }
    const databases = (await indexedDB.databases()).map(({ name }) => name).join();
    return {
      'local storage': JSON.stringify({ ...localStorage }),
      'session storage': JSON.stringify({ ...sessionStorage }),
      'cache storage': cached.join(),
      'names of databases': databases,
      'history state': JSON.stringify(history.state),
      'window name': window.name,
      'cookies a script can read': document.cookie,
      'the document': document.documentElement.outerHTML,
    };
  });

async function signOut(page: Page): Promise<void> {
  await page.goto('/dashboard');
  const menu = page.getByRole('button', { name: /account|menu|profile/i }).first();
  const out = page
    .getByRole('button', { name: /log ?out|sign ?out/i })
    .or(page.getByRole('menuitem', { name: /log ?out|sign ?out/i }))
    .first();
  await page.getByRole('heading').first().waitFor();
  if (!(await out.isVisible())) await menu.click();
  await out.click();
  await page.waitForURL((url) => url.pathname !== '/dashboard');
  // Signing out ends with a document load, which may finish after the address has changed.
  await visit(page, '/terms').catch(() => visit(page, '/terms'));
}

export const canaries: Part = {
  name: 'canaries',
  about: 'a word of its own in every personal field, looked for wherever none may be',
  notReached: [
    'the disk cache of the browser: answers with personal data say no-store, which the part headers looks at',
    'backups of the database',
  ],
  async run(attack) {
    const program = await attack.program();
    const chromium = await openChromium();
    try {
      const victim = await live(program, chromium);
      const marks = [...MARKS, victim.address];
      const places = new Map<string, string>([
        ['addresses that Chromium asked for, and referers', victim.urls.join('\n')],
        ['reports of tabs and policy violations', victim.reports.join('\n')],
        ['the page while signed in, cookies a script can read', await victim.page.evaluate(() => document.cookie)],
      ]);
      await signOut(victim.page);
      for (const [place, text] of Object.entries(await keptIn(victim.page)))
        places.set(`${place} after signing out`, text);
      const metrics = await fetch(`${program.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
      places.set('/metrics', await metrics.text());
      places.set('the log', program.output());
      for (const table of TABLES)
        places.set(`table ${table}`, JSON.stringify(await select(program, `select * from ${table}`)));
      for (const { name } of await select<{ name: string }>(
        program,
        `select tablename as name from pg_tables where schemaname = 'releases'`,
      ))
        places.set(`table releases.${name}`, JSON.stringify(await select(program, `select * from releases.${name}`)));
      for (const path of [
        '/readyz',
        '/releases/snapshot',
        '/releases/served',
        '/api/nothing?q=Quetzalina',
        '/Quetzalina',
      ])
        places.set(`answer of ${path.replace('Quetzalina', '…')}`, await (await fetch(`${program.url}${path}`)).text());

      const words = new Tally(`${marks.length} words in ${places.size} places: ${[...places.keys()].join(', ')}`);
      const secrets = new Tally('the password, the code, tokens and cookies in the same places');
      for (const [place, text] of places) {
        const word = found(text, marks);
        words.count += marks.length;
        if (word) words.find(`${word} in ${place}`);
        const secret = victim.secrets.findIndex(
          (each) => each.length >= 6 && text.includes(each) && !/^\d{6}$/.test(each),
        );
        secrets.count += victim.secrets.length;
        if (secret >= 0) secrets.find(`secret ${secret + 1} in ${place}`);
      }
      const lines = program.output().split('\n').length;
      if (lines < 50) words.find(`the log has ${lines} lines only: nothing was looked at`);
      return [
        words.row(
          `${lines} lines of log, ${victim.urls.length / 2} requests of Chromium, ${victim.reports.length} reports`,
        ),
        secrets.row(),
      ];
    } finally {
      await chromium.close();
    }
  },
};
