import { callApi } from '../support/api-claim.ts';
import { reachPackages } from '../support/claim.ts';
import { pdfText } from '../support/pdf.ts';
import { payByCard } from '../support/payment.ts';
import { mailsTo, newAddress } from '../support/people.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

test('a person is owed money: from the first click to the posted letter', async ({ page, program }) => {
  test.setTimeout(180_000);
  const address = newAddress();
  await reachPackages(page, program, address);

  await test.step('the file is made, with real findings and the whole letter to read', async () => {
    await expect(page.getByText('Demand Letter Generated')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Choose a Package' })).toBeVisible({ timeout: 40_000 });
  });

  await test.step('package and payment', async () => {
    await expectAccessible(page);
    const plan = page.getByRole('article', { name: 'Demand Letter' });
    await plan.getByRole('button', { name: 'Get Started Now' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Pay for your letter' })).toBeVisible();
    await payByCard(page, { number: '4242424242424242' });
    await expect(page.getByRole('heading', { level: 1, name: 'Your letter is ready' })).toBeVisible({
      timeout: 30_000,
    });
    await expectAccessible(page);
  });

  await test.step('the letter, approved, then sent at once', async () => {
    await page.getByRole('button', { name: 'See your letter' }).click();
    await expect(page).toHaveURL(/\/result$/);
    const editor = page.getByRole('textbox', { name: 'Text of the letter' });
    await expect(editor).toHaveValue(/Zoë O'Brien-Núñez/);
    await expect(editor).toHaveValue(/Park & Daughters LLC/);
    await expect(editor).toHaveValue(/\$1,250\.50/);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Send Demand Letter' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send Demand Letter' }).click();
    await expect(page.getByText('✓ Your letter is on its way to the printer.')).toBeVisible();
  });

  await test.step('the list shows a tracking number and the PDF', async () => {
    await expect(async () => {
      const { data } = await callApi<{ data: { tracking_number: string | null }[] }>(
        page,
        program,
        '/api/users/get_user_demands.php',
      );
      expect(data[0]?.tracking_number).toMatch(/^9407/);
    }).toPass({ timeout: 40_000 });
    await page.goto('/demand-letters');
    await expect(page.getByRole('link', { name: /^9407/ })).toBeVisible();
    await expectAccessible(page);
    const asked = page.waitForRequest((request) => request.url().includes('generate_secure_pdf.php'));
    await page.getByRole('button', { name: 'View Demand Letter' }).click();
    await expect(page.getByTitle('Demand Letter PDF')).toBeVisible();
    const pdf = await page.request.post('/api/pdf/generate_secure_pdf.php', {
      data: (await asked).postDataJSON() as unknown,
      headers: { origin: program.url },
    });
    const text = await pdfText(await pdf.body());
    expect(text).toContain("Zoë O'Brien-Núñez");
    expect(text).toContain('Park & Daughters LLC');
    expect(text).toContain('$1,250.50');
  });

  await test.step('the receipts and notices arrived', async () => {
    await expect(async () => {
      const subjects = (await mailsTo(program, address)).map(({ subject }) => subject).join('\n');
      expect(subjects).toMatch(/paid|payment|receipt/i);
      expect(subjects).toMatch(/handed to the printer/i);
    }).toPass({ timeout: 30_000 });
    await page.goto('/billing');
    await expect(page.getByText('Succeeded')).toBeVisible();
  });
});
