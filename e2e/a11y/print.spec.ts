import { openWithClaim } from '../support/api-claim.ts';
import { pdfText } from '../support/pdf.ts';
import { aPersonWithClaims } from '../support/person-with-claims.ts';
import { expect, test } from '../support/test.ts';

const words = (text: string): string => text.replace(/\s+/g, ' ').trim();

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the page of a letter prints the letter, all of it and nothing else: ${colorScheme}`, async ({
    page,
    browser,
    program,
  }) => {
    const { cookies, paidId } = await aPersonWithClaims(browser, program);
    await page.emulateMedia({ colorScheme });
    await page.context().addCookies(cookies);
    await openWithClaim(page, '/result', paidId);
    const letter = await page.getByRole('textbox', { name: 'Text of the letter' }).inputValue();
    const long = `${letter}\n\n${'One more line of a long letter.\n'.repeat(80)}The end.`;
    await page.getByRole('textbox', { name: 'Text of the letter' }).fill(long);
    await page.emulateMedia({ media: 'print', colorScheme });
    const others = await page.evaluate(() => {
      const sheet = document.querySelector('article') as Element;
      const isBeside = (element: Element) => !sheet.contains(element) && !element.contains(sheet);
      return [...document.body.querySelectorAll('*')]
        .filter((element) => isBeside(element) && element.getClientRects().length > 0)
        .map((element) => `${element.tagName} ${element.className.toString()}`);
    });
    expect(others, 'boxes on paper beside the letter').toEqual([]);
    await page.emulateMedia({ media: null, colorScheme });
    const printed = await pdfText(await page.pdf({ preferCSSPageSize: true }));
    expect(words(printed)).toBe(words(long));
  });
}
