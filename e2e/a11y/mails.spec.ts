import { LONGEST } from '../support/api-claim.ts';
import { aPersonWithClaims } from '../support/person-with-claims.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

test('every mail can be read at 320 px, in both schemes, and holds no picture', async ({ page, browser, program }) => {
  await aPersonWithClaims(browser, program, LONGEST);
  const mails = (await (await fetch(`${program.world.mailbox}/messages.json`)).json()) as {
    id: string;
    subject: string;
    html: string;
  }[];
  expect(mails.length).toBeGreaterThan(3);
  for (const { subject, html } of new Map(
    mails.map((mail) => [mail.subject.replace(/[\d-]+|R-\w+/g, ''), mail]),
  ).values()) {
    await test.step(subject, async () => {
      await page.setContent(html);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        for (const width of [320, 820]) {
          await page.setViewportSize({ width, height: 700 });
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          expect.soft(wide, `${subject} is wider than ${width} px`).toBeLessThanOrEqual(0);
        }
        await expectAccessible(page);
      }
      await expect(page.locator('img')).toHaveCount(0);
    });
  }
});
