import type { Page } from '@playwright/test';
import { openWithClaim } from '../support/api-claim.ts';
import { aPersonWithClaims, type PersonWithClaims } from '../support/person-with-claims.ts';
import { expect, test } from '../support/test.ts';

const ALL_ZONES = ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles'];
/** East and west; the functions that write times are tried in all four by their own tests, and so are papers and mails. */
const ZONES = process.env['VERIFY'] === '1' ? ALL_ZONES : [ALL_ZONES[0]!];
const DAY_MS = 86_400_000;

const written = (options: Intl.DateTimeFormatOptions) => (instant: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone }).format(instant).replaceAll('\u202f', ' ');
const DAY = { year: 'numeric', month: 'long', day: 'numeric' } as const;
const CLOCK = { hour: 'numeric', minute: '2-digit', hour12: true } as const;
const longDate = written(DAY);
const listedDate = written({ ...DAY, month: 'short' });
const clockTime = written(CLOCK);
const dateAndTime = written({ ...DAY, ...CLOCK, timeZoneName: 'short' });

/** Of the claims' place: Springfield, Illinois. */
const PLACE_ZONE = 'America/Chicago';

let person: PersonWithClaims;
test.beforeAll(async ({ browser, program }) => {
  person = await aPersonWithClaims(browser, program);
});

/** The instant of a clock's time, nine days ahead: no day that the server writes by itself is that one. */
function instantAt(clock: string, timeZone: string): Date {
  const parts = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const;
  const minutes = (text: string) => text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  const start = Math.floor(Date.now() / 60_000) * 60_000 + 9 * DAY_MS;
  const now = minutes(new Intl.DateTimeFormat('en-US', parts).format(start));
  return new Date(start + ((minutes(clock) - now + 1440) % 1440) * 60_000);
}

/** The carrier has scanned the letter: a letter that was posted a moment ago has no events yet. */
const SCAN =
  '"events":[{"at":"2026-01-01T00:00:00.000Z","name":"In Transit","sentence":"It is on its way.","next_step":null,"location":null}]';

/** Every instant that the server tells is this one. */
async function tellOnly(page: Page, instant: Date): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.route('**/api/**', async (route) => {
    const answer = await route.fetch();
    if (!String(answer.headers()['content-type']).includes('json')) return route.fulfill({ response: answer });
    const told = (await answer.text())
      .replaceAll('"events":[]', SCAN)
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[.\d]*Z/g, instant.toISOString());
    return route.fulfill({ response: answer, body: told });
  });
}

interface Screen {
  url: string;
  open(page: Page): Promise<unknown>;
  /** What it says of the instant. */
  says(instant: Date, timeZone: string): string;
}
const SCREENS: readonly Screen[] = [
  { url: '/dashboard', open: (page) => page.goto('/dashboard'), says: listedDate },
  { url: '/settings', open: (page) => page.goto('/settings'), says: dateAndTime },
  {
    url: '/demand-letters',
    async open(page) {
      await page.goto('/demand-letters');
      await page.getByRole('button', { name: 'Where your letter is' }).first().click();
    },
    // Scans of the carrier are shown in the time zone of the recipient.
    says: (instant) => dateAndTime(instant, PLACE_ZONE),
  },
  { url: '/result', open: (page) => openWithClaim(page, '/result', person.paidId), says: dateAndTime },
  {
    url: '/?step=4.0',
    async open(page) {
      await openWithClaim(page, '/?step=4.0', person.draftId);
      await page.getByLabel('What happened').press('End');
      await page.keyboard.type('.');
    },
    says: (instant, timeZone) => `Saved at ${clockTime(instant, timeZone)}`,
  },
];

for (const timeZone of ZONES) {
  test.describe(timeZone, () => {
    test.use({ timezoneId: timeZone });
    test('screens say times on the clock of who reads, 12 hours, around midnight', async ({ page, context }) => {
      await context.addCookies(person.cookies);
      for (const clock of ['23:30', '00:30']) {
        const instant = instantAt(clock, timeZone);
        await page.clock.setFixedTime(instant);
        await tellOnly(page, instant);
        const local = longDate(instant, timeZone);
        const others = [-DAY_MS, DAY_MS]
          .map((shift) => new Date(instant.getTime() + shift))
          .filter((other) => longDate(other, timeZone) !== local)
          .flatMap((other) => [longDate(other, timeZone), listedDate(other, timeZone)]);
        for (const { url, open, says } of SCREENS) {
          await test.step(`${url} at ${clock}`, async () => {
            await open(page);
            const main = page.getByRole('main');
            await expect(page.locator('body')).toContainText(says(instant, timeZone));
            // A letter is dated where its matter happened, by whoever reads it.
            const sheet = main.locator('[data-sheet]');
            const letter = (await sheet.count()) > 0 ? await sheet.innerText() : '';
            if (letter) expect.soft(letter, url).toContain(longDate(instant, PLACE_ZONE));
            const text = (await main.innerText()).replace(letter, '').replaceAll(dateAndTime(instant, PLACE_ZONE), '');
            for (const day of others) expect.soft(text, url).not.toContain(day);
            expect.soft(text.match(/\b\d{1,2}:\d\d\b(?! [AP]M)/g) ?? [], url).toEqual([]);
          });
        }
      }
    });
  });
}
