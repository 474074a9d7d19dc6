import { MEASURED_PAGES, pageBytes } from '../bench/page-bytes.ts';
import { expect, expectNoise, test } from '../support/test.ts';

// After a release a document also names the files of the build before: 1.3 kB of a remote's pages.
test.use({ isFresh: true });

test('no measured page became heavier than its budget', async ({ browser, program }) => {
  for (const measured of MEASURED_PAGES) {
    const seen = await pageBytes(browser, program, measured);
    const text = `${measured.path}: ${JSON.stringify(seen)}`;
    expect.soft(seen.total - seen.fonts, text).toBeLessThanOrEqual(measured.budget);
    // A page that became lighter by this much has a budget that notices nothing.
    expect.soft(seen.total - seen.fonts, `lower the budget of ${text}`).toBeGreaterThan(measured.budget - 4_000);
    expect.soft(seen.fonts, text).toBeLessThanOrEqual(measured.fonts);
    expect.soft(seen.requests, text).toBe(measured.requests);
  }
});

test('a page that is asked for again and has not changed keeps the policy that came with it', async ({ page }) => {
  expectNoise(page); // The picture that is refused.
  await page.goto('/');
  const again = page.waitForResponse((response) => new URL(response.url()).pathname === '/');
  await page.reload();
  // The browser shows the answer that it keeps; its headers are those of the 304 where that has any.
  expect((await (await again).allHeaders())['content-security-policy']).toBeUndefined();
  const refused = await page.evaluate(async () => {
    const violation = new Promise<SecurityPolicyViolationEvent>((resolve) =>
      document.addEventListener('securitypolicyviolation', resolve),
    );
    document.body.append(Object.assign(new Image(), { src: 'https://elsewhere.example/' }));
    return (await violation).originalPolicy;
  });
  expect(refused).toContain("'strict-dynamic'");
});
