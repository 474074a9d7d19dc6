import { callApi, control, FULL_TRIAL, paidClaim, registerByApi } from '../support/api-claim.ts';
import { endChangeWindow } from '../support/database.ts';
import { mailsTo } from '../support/people.ts';
import { expect, test } from '../support/test.ts';
import { shootPdf } from './pdf-pages.ts';
import { shootNarrow } from './shoot.ts';

interface Papers {
  csrf_token: string;
  demands: { court_documents: { id: string; title: string }[] }[];
}
const nameOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 48);

test('every mail and every page of paper of a claim', async ({ page, program }) => {
  test.setTimeout(600_000);
  const address = await registerByApi(page, program);
  const { demandId } = await paidClaim(page, program, address, FULL_TRIAL);
  const origin = { origin: program.url };
  const fileOf = async (url: string, data: object) => (await page.request.post(url, { data, headers: origin })).body();

  await shootPdf(
    page,
    'pdf-letter',
    await fileOf('/api/pdf/generate_secure_pdf.php', { demand_id: demandId, action: 'view' }),
  );
  const billing = await callApi<{ data: { payments: { id: string }[] } }>(
    page,
    program,
    '/api/billing/get_user_payments.php',
  );
  const receipt = await page.request.get(`/api/billing/receipt?payment_id=${billing.data.payments[0]?.id ?? ''}`, {
    headers: { ...origin, 'sec-fetch-site': 'same-origin' },
  });
  await shootPdf(page, 'pdf-receipt', await receipt.body());
  let papers: Papers | undefined;
  await expect(async () => {
    papers = await callApi<Papers>(page, program, '/api/user/get_court_documents.php', {});
    expect(papers.demands[0]?.court_documents.length).toBeGreaterThan(0);
  }).toPass({ timeout: 60_000 });
  for (const { id, title } of papers?.demands[0]?.court_documents ?? []) {
    const data = { file_id: id, download: false, csrf_token: papers?.csrf_token };
    await shootPdf(page, `pdf-paper-${nameOf(title)}`, await fileOf('/api/user/download_court_document.php', data));
  }

  await control(program, '/letters/next/outcome', { outcome: 'returned_to_sender' });
  await endChangeWindow(program, demandId);
  const subjects = () => mailsTo(program, address).then((mails) => mails.map(({ subject }) => subject).join('\n'));
  await expect.poll(subjects, { timeout: 30_000 }).toMatch(/handed to the printer/);
  await control(program, '/clock/advance', { ms: 25 * 86_400_000 });
  await expect.poll(subjects, { timeout: 60_000 }).toMatch(/needs attention/);
  await callApi(page, program, '/api/request_password_reset.php', { email: address });
  await expect.poll(subjects, { timeout: 30_000 }).toMatch(/password/i);

  const mail = await page.context().newPage();
  for (const { id, subject } of await mailsTo(program, address)) {
    await mail.goto(`${program.world.mailbox}/messages/${id}/body`);
    await shootNarrow(mail, `mail-${nameOf(subject)}`);
  }
});
