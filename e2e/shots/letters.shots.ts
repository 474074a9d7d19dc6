import { callApi, control, openWithClaim, paidClaim, registerByApi, SMALL_CLAIMS } from '../support/api-claim.ts';
import { answerWith } from '../support/answers.ts';
import { expect, test } from '../support/test.ts';
import { shootScreen, shootState } from './shoot.ts';

test('the letter and what becomes of it', async ({ page, program }) => {
  test.setTimeout(600_000);
  const address = await registerByApi(page, program);
  const { formSessionId, demandId } = await paidClaim(page, program, address, SMALL_CLAIMS);
  const editor = page.getByRole('textbox', { name: 'Text of the letter' });

  const held = await answerWith(page, '/api/check_existing_demand.php', 'hold');
  await openWithClaim(page, '/result', formSessionId);
  await expect(page.getByText('Generating demand letter...')).toBeVisible();
  await shootState(page, 'result-loading');
  await held();
  await expect(editor).toBeVisible();
  await shootScreen(page, 'result-approved');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page.getByText(/Stopped/)).toBeVisible();
  await shootScreen(page, 'result-draft');
  await page.getByRole('button', { name: 'As it prints' }).click();
  await expect(page.getByRole('article').getByRole('rowheader').first()).toBeVisible();
  await shootScreen(page, 'result-printed');
  await page.getByRole('button', { name: 'Text', exact: true }).click();
  const text = await editor.inputValue();
  await editor.fill(`${text}\nIf you do not pay I will call the police and tell your employer.`);
  await expect(page.getByText('Before you send it')).toBeVisible();
  await shootState(page, 'result-warnings');
  await page.getByText('Where each sentence comes from').click();
  await page.getByText('Versions', { exact: true }).click();
  await page.getByRole('button', { name: 'Compare' }).first().click();
  await expect(page.locator('ins').first()).toBeVisible();
  await shootState(page, 'result-versions');
  await callApi(page, program, '/api/save_demand_letter.php', {
    form_session_id: formSessionId,
    action: 'save',
    demand_letter: `${text}\nFrom the other tab.`,
  });
  await page.getByRole('button', { name: 'SAVE' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await shootState(page, 'result-conflict');
  await page.getByRole('button', { name: 'Take the newer text' }).click();
  await page.getByRole('button', { name: 'APPROVE & SEND' }).click();
  await page.getByRole('button', { name: 'Stay here' }).click();
  await control(program, '/letters/next/outcome', { outcome: 'returned_to_sender' });
  await page.getByRole('button', { name: 'Send Demand Letter' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await shootState(page, 'result-send-now');
  await page.getByRole('dialog').getByRole('button', { name: 'Send Demand Letter' }).click();
  await expect(page.getByText('✓ Your letter is on its way to the printer.')).toBeVisible();
  await shootState(page, 'result-sent');

  await expect(async () => {
    const { mailings } = await callApi<{ mailings: { tracking_number: string | null }[] }>(
      page,
      program,
      `/api/letters/tracking?demand_id=${demandId}`,
    );
    expect(mailings[0]?.tracking_number).toMatch(/^9407/);
  }).toPass({ timeout: 30_000 });
  await page.goto('/result');
  await expect(page.getByText(/Handed to the printer on/)).toBeVisible();
  await shootScreen(page, 'result-posted');
  await control(program, '/clock/advance', { ms: 25 * 86_400_000 });
  await page.goto('/demand-letters');
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('Your letter is coming back.')).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Where your letter is' }).click();
  await expect(page.getByText('What to do next').first()).toBeVisible();
  await shootScreen(page, 'demand-letters-returned');
  const failing = await answerWith(page, '/api/pdf/generate_secure_pdf.php', 'fail');
  await page
    .getByRole('button', { name: 'View Demand Letter' })
    .or(page.getByRole('button', { name: /^View/ }))
    .first()
    .click();
  await expect(page.getByText(/We could not make the PDF/)).toBeVisible({ timeout: 20_000 });
  await shootState(page, 'pdf-failed');
  await failing();
  const waiting = await answerWith(page, '/api/pdf/generate_secure_pdf.php', 'hold');
  await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Loading PDF')).toBeVisible();
  await shootState(page, 'pdf-loading');
  await waiting();
  await expect(page.getByTitle('Demand Letter PDF')).toBeVisible();
  await shootState(page, 'pdf');

  // As a phone, which cannot frame a PDF.
  await page.addInitScript(() => Object.defineProperty(navigator, 'pdfViewerEnabled', { value: false }));
  await page.goto('/demand-letters');
  await page.getByRole('button', { name: /^View/ }).first().click();
  await expect(page.getByRole('img', { name: 'Page 2 of 3' })).toBeVisible();
  await shootState(page, 'pdf-pages');
  await page.goto('/court-documents');
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Print set' })).toBeVisible();
  await shootScreen(page, 'court-documents-open');
});
