import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  courtDocumentPage,
  courtDocumentSet,
  csrfToken,
  exportData,
  downloadCourtDocument,
  getUserPayments,
  receipt,
  checkExistingDemand,
  getCourtDocuments,
  refundLetter,
  saveDemandLetter,
  search,
} from '@redress/contracts';
import { sql } from 'kysely';
import { signInPath } from '@redress/contracts/releases';
import { findStuck, findStuckOlder, type Stuck } from '../../shared/orders/stuck.ts';
import { aBuyer, paidCase, pay, runJob, useCaseWorld } from '../../testing/index.ts';

const world = useCaseWorld();
const folder = mkdtempSync(path.join(tmpdir(), 'redress-papers-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const words = (bytes: Buffer): string => {
  const file = path.join(folder, 'paper.pdf');
  writeFileSync(file, bytes);
  return execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' }).normalize('NFC');
};

it('makes the papers of the package after payment, and says that they are being made until then', async () => {
  const buyer = await aBuyer(world);
  await pay(world, buyer, { package_id: 'full-trial' });
  const before = await buyer.browser.call(getCourtDocuments);
  expect(before.body.demands).toMatchObject([{ pending: true, court_documents_count: 0, demand_status: 'pending' }]);
  await world.runJobs();
  const { body } = await buyer.browser.call(getCourtDocuments);
  const [demand] = body.demands;
  expect(demand).toMatchObject({ pending: false, court_documents_count: 11 });
  expect(demand?.court_documents[0]).toMatchObject({ title: 'Read Me First', file_name: '01-read-me-first.pdf' });
  expect(
    world.mailbox.to(buyer.email).filter(({ subject }) => subject.includes('court papers are ready')),
  ).toHaveLength(1);
});

it('gives a paper to its owner with the token of this browser, and to nobody else', async () => {
  const [buyer, other] = [await aBuyer(world), await aBuyer(world)];
  await pay(world, buyer, { package_id: 'small-claims' });
  await world.runJobs();
  const { body } = await buyer.browser.call(getCourtDocuments);
  const file_id = body.demands[0]?.court_documents.find(({ title }) => title === 'Statement of Claim')?.id ?? '';
  const file = await buyer.browser.call(downloadCourtDocument, {
    file_id,
    download: true,
    csrf_token: body.csrf_token,
  });
  expect(file.headers['content-disposition']).toMatch(/^attachment; filename="02-statement-of-claim\.pdf"/);
  const text = words(file.response.rawPayload);
  expect(text).toContain("Zoë O'Neil-Núñez");
  expect(text).toContain('Ivo Kern');
  const token = (await other.browser.call(csrfToken)).body.csrf_token;
  const theirs = await other.browser.call(downloadCourtDocument, { file_id, download: false, csrf_token: token });
  expect(theirs.refusal.code).toBe('NOT_FOUND');
  const forged = await buyer.browser.call(downloadCourtDocument, { file_id, download: false, csrf_token: 'x' });
  expect(forged.refusal.code).toBe('CSRF_TOKEN_WRONG');
});

it('gives all papers as one file in their order, to print each on sheets of its own, and to nobody else', async () => {
  const [buyer, other] = [await aBuyer(world), await aBuyer(world)];
  await pay(world, buyer, { package_id: 'small-claims' });
  await world.runJobs();
  const { body } = await buyer.browser.call(getCourtDocuments);
  const papers = body.demands[0]?.court_documents ?? [];
  const file_ids = papers.map(({ id }) => id);
  const asked = { file_ids, for_print: true, csrf_token: body.csrf_token };
  const { response, headers } = await buyer.browser.call(courtDocumentSet, asked);
  expect(headers['content-disposition']).toMatch(/^inline; filename="court-papers-to-print\.pdf"/);
  const pages = words(response.rawPayload).split('\f');
  const starts = papers.map(({ title }) => pages.findIndex((page) => page.trim().startsWith(title ?? '?')));
  expect(starts).toEqual([...starts].sort((a, b) => a - b));
  expect(starts.filter((at) => at < 0 || at % 2 > 0)).toEqual([]);
  const kept = await buyer.browser.call(courtDocumentSet, { ...asked, for_print: false });
  expect(kept.headers['content-disposition']).toMatch(/^attachment; filename="court-papers\.pdf"/);
  expect(words(kept.response.rawPayload).split('\f').length).toBeLessThan(pages.length);
  const token = (await other.browser.call(csrfToken)).body.csrf_token;
  const theirs = await other.browser.call(courtDocumentSet, { ...asked, csrf_token: token });
  expect(theirs.refusal.code).toBe('NOT_FOUND');
  const forged = await buyer.browser.call(courtDocumentSet, { ...asked, csrf_token: 'x' });
  expect(forged.refusal.code).toBe('CSRF_TOKEN_WRONG');
});

it('shows a paper page by page as pictures with their words, to its owner alone', async () => {
  const [buyer, other] = [await aBuyer(world), await aBuyer(world)];
  await pay(world, buyer, { package_id: 'small-claims' });
  await world.runJobs();
  const { body } = await buyer.browser.call(getCourtDocuments);
  const file_id = body.demands[0]?.court_documents.find(({ kind }) => kind === 'statement-of-claim')?.id ?? '';
  const first = await buyer.browser.call(courtDocumentPage, { file_id, page: 1 });
  expect(first.body.text).toContain('Statement of Claim');
  expect(Buffer.from(first.body.image, 'base64').subarray(1, 4).toString()).toBe('PNG');
  const beyond = await buyer.browser.call(courtDocumentPage, { file_id, page: first.body.pages + 1 });
  expect(beyond.refusal.code).toBe('NOT_FOUND');
  expect((await other.browser.call(courtDocumentPage, { file_id, page: 1 })).refusal.code).toBe('NOT_FOUND');
});

it('names the letter and its tracking number once it is in the mail, under the same ids', async () => {
  const buyer = await paidCase(world, {}, { package_id: 'small-claims' });
  await world.runJobs();
  const before = (await buyer.browser.call(getCourtDocuments)).body.demands[0]?.court_documents ?? [];
  await buyer.mail();
  const { body } = await buyer.browser.call(getCourtDocuments);
  const after = body.demands[0]?.court_documents ?? [];
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  const file_id = after.find(({ title }) => title === 'Evidence Index')?.id ?? '';
  const file = await buyer.browser.call(downloadCourtDocument, {
    file_id,
    download: false,
    csrf_token: body.csrf_token,
  });
  expect(words(file.response.rawPayload)).toMatch(/tracking number\s+\d{4}/);
});

it('is made again when the letter ends its way, with its version, and says what became of it', async () => {
  const buyer = await paidCase(world, {}, { package_id: 'small-claims' });
  await world.runJobs();
  await buyer.mail();
  const statement = async () => {
    const { body } = await buyer.browser.call(getCourtDocuments);
    const paper = body.demands[0]?.court_documents.find(({ title }) => title === 'Statement of Claim');
    const file = await buyer.browser.call(downloadCourtDocument, {
      file_id: paper?.id ?? '',
      download: false,
      csrf_token: body.csrf_token,
    });
    return { paper, text: words(file.response.rawPayload).replace(/\s+/g, ' ') };
  };
  const before = await statement();
  expect(before.paper).toMatchObject({ version: 2 });
  const [mailing] = await world.mailingsOf(buyer);
  await world.control(`/letters/${mailing?.carrier_id}/outcome`, { outcome: 'unclaimed' });
  for (let day = 0; day < 30; day += 1) await world.pass(1);
  const after = await statement();
  expect(after.paper).toMatchObject({ id: before.paper?.id, version: 3 });
  expect(after.text).toMatch(/By the carrier's record it was not collected by/);
  expect(after.text).toContain('version 3');
  expect(
    world.mailbox.to(buyer.email).filter(({ subject }) => subject.includes('court papers are ready')),
  ).toHaveLength(1);
});

it('tells the newest hundred earlier versions of a claim and how many there are; an export has each with its number and days', async () => {
  const buyer = await aBuyer(world);
  await pay(world, buyer, { package_id: 'small-claims' });
  await world.runJobs();
  await sql`
    insert into claims.court_document (id, order_id, form_session_id, user_id, kind, position, title, file_name, blob_key,
      pages, content_hash, version, made_at, created_at, replaced_at)
    select md5(id || no)::char(24), order_id, form_session_id, user_id, kind, position, title, file_name, blob_key,
      pages, content_hash, no, made_at - (200 - no) * interval '1 hour', created_at, made_at
    from claims.court_document, generate_series(1, 120) no
    where form_session_id = ${buyer.formSessionId} and kind = 'read-me-first'`.execute(world.claims.platform.db);
  const [demand] = (await buyer.browser.call(getCourtDocuments)).body.demands;
  expect(demand?.earlier_documents_count).toBe(120);
  expect(demand?.earlier_documents?.map(({ version }) => version)).toEqual(
    Array.from({ length: 100 }, (_, no) => 120 - no),
  );
  const { response } = await buyer.browser.call(exportData);
  const { courtDocuments } = JSON.parse(response.payload) as { courtDocuments: Record<string, unknown>[] };
  expect(courtDocuments.filter(({ version }) => version === 7)).toEqual([
    {
      title: 'Read Me First',
      file_name: '01-read-me-first.pdf',
      version: 7,
      made_at: expect.any(String),
      replaced_at: expect.any(String),
    },
  ]);
});

it('makes none for the plain letter', async () => {
  const buyer = await aBuyer(world);
  await pay(world, buyer);
  await world.runJobs();
  expect((await buyer.browser.call(getCourtDocuments)).body.demands).toEqual([]);
});

it('finds papers that were never made, those of old orders by night', async () => {
  const buyer = await aBuyer(world);
  await pay(world, buyer, { package_id: 'small-claims' });
  await world.runJobs();
  const { db } = world.claims.platform;
  const { id } = await world.orderOf(buyer);
  await db.deleteFrom('court_document').where('order_id', '=', id).execute();
  const unmade = (found: Stuck[]) => found.some(({ what, job }) => what === 'papers-not-made' && job?.key === id);
  world.clock.advance({ days: 2 });
  expect(unmade(await findStuck(db, world.clock.now()))).toBe(true);
  world.clock.advance({ days: 98 });
  expect(unmade(await findStuck(db, world.clock.now()))).toBe(false);
  expect(unmade(await findStuckOlder(db, world.clock.now()))).toBe(true);
  await runJob(world, 'ops.tidy');
  await world.runJobs();
  expect(unmade(await findStuckOlder(db, world.clock.now()))).toBe(false);
});

it('is found by the search box of its owner alone', async () => {
  const [buyer, other] = [await aBuyer(world), await aBuyer(world)];
  await pay(world, buyer, { package_id: 'small-claims' });
  await world.runJobs();
  const found = async (browser: typeof buyer.browser) =>
    (await browser.call(search, { q: 'evidence' })).body.results.filter(({ kind }) => kind === 'document');
  expect(await found(buyer.browser)).toHaveLength(1);
  expect(await found(other.browser)).toHaveLength(0);
});

describe('the money back of a package with papers', () => {
  /** Paid, stopped, with its papers made. */
  async function stopped() {
    const buyer = await aBuyer(world);
    const intent = await pay(world, buyer, { package_id: 'small-claims' });
    await world.runJobs();
    const claim = { form_session_id: buyer.formSessionId };
    const act = (action: 'approve_and_send' | 'stop') => buyer.browser.call(saveDemandLetter, { ...claim, action });
    await act('approve_and_send');
    await act('stop');
    const { body } = await buyer.browser.call(getCourtDocuments);
    const file_id = body.demands[0]?.court_documents[0]?.id ?? '';
    return {
      buyer,
      act,
      shown: async () => (await buyer.browser.call(checkExistingDemand, claim)).body,
      refund: (refund_amount?: number) => buyer.browser.call(refundLetter, { ...claim, refund_amount }),
      open: () => buyer.browser.call(courtDocumentPage, { file_id, page: 1 }),
      listed: async () => (await buyer.browser.call(getCourtDocuments)).body.demands,
      refunds: async () =>
        (await world.stripe.refunds.list({ payment_intent: intent })).data.map(({ amount }) => amount),
    };
  }

  it('is the whole price once, and withdraws papers that nobody opened', async () => {
    const { act, shown, refund, open, listed, refunds } = await stopped();
    expect(await shown()).toMatchObject({
      can_refund: true,
      refund: null,
      refund_amount: 105.19,
      papers_kept: 0,
      papers_ready: true,
    });
    expect((await Promise.all([refund(105.19), refund()])).map(({ status }) => status)).toEqual([200, 200]);
    expect(await shown()).toMatchObject({ can_refund: false, refund: 'asked', papers_ready: false });
    expect([(await open()).status, await listed()]).toEqual([404, []]);
    expect((await act('approve_and_send')).refusal?.code).toBe('NOT_PAID');
    await world.runJobs();
    expect(await shown()).toMatchObject({ can_refund: false, refund: 'done' });
    expect([(await open()).status, await refunds()]).toEqual([404, [10_519]]);
  });

  it('leaves opened papers and their part, tax with it, and never gives less than was shown', async () => {
    const { buyer, act, shown, refund, open, listed, refunds } = await stopped();
    // On another device, after this one showed the whole price.
    await open();
    expect((await refund(105.19)).refusal?.code).toBe('PAPERS_OPENED');
    expect((await refund()).refusal?.code).toBe('PAPERS_OPENED');
    expect(await shown()).toMatchObject({ can_refund: true, refund_amount: 41.44, papers_kept: 63.75 });
    expect((await Promise.all([refund(41.44), refund(41.44)])).map(({ status }) => status)).toEqual([200, 200]);
    await world.runJobs();
    expect(await refunds()).toEqual([4_144]);
    expect(await shown()).toMatchObject({ can_refund: false, refund: 'done' });
    expect([(await open()).status, (await listed()).length]).toEqual([200, 1]);
    expect((await act('approve_and_send')).refusal?.code).toBe('NOT_PAID');
    const [payment] = (await buyer.browser.call(getUserPayments)).body.data.payments;
    expect(payment?.status).toBe('partly refunded');
    const paper = await buyer.browser.call(receipt, { payment_id: payment?.id ?? '' });
    const lines = words(paper.response.rawPayload).replaceAll(/ {2,}/g, ' ');
    for (const line of [
      'Receipt and credit note',
      'Total paid $105.19',
      'Given back before tax -$39.00',
      'Sales tax given back, Texas, 6.25% -$2.44',
      'Refunded -$41.44',
      'Paid after the refund $63.75',
    ])
      expect(lines).toContain(line);
    const [mail] = world.mailbox.to(buyer.email).filter(({ subject }) => subject.startsWith('Your refund'));
    expect(mail?.text).toMatch(
      /Total paid: \$105\.19\n.*\n.*\nRefunded: -\$41\.44\nPaid after the refund: \$63\.75\nPaid with/,
    );
  });
});

it('gives the page of a hearing, which asks for nothing more, to the owner of a package that prepares one alone', async () => {
  const [buyer, other] = [await aBuyer(world), await aBuyer(world)];
  await pay(world, buyer, { package_id: 'full-trial' });
  await pay(world, other, { package_id: 'small-claims' });
  await world.runJobs();
  const open = (asker: typeof buyer, id = asker.formSessionId) =>
    asker.browser.send('GET', `/api/case/hearing?form_session_id=${id}`);
  const link = { headers: { 'sec-fetch-site': 'cross-site' } };
  const path = `/api/case/hearing?form_session_id=${buyer.formSessionId}`;
  const led = await buyer.browser.send('GET', path, link);
  expect([led.statusCode, led.headers.location]).toEqual([303, `/case/${buyer.formSessionId}`]);
  const page = await open(buyer);
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, expect.stringContaining('text/html')]);
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'/);
  expect(page.body).toMatch(/position: sticky[^]*What comes first in court.*Good morning\. My name is/);
  expect(page.body).not.toMatch(/ (?:src|style|on\w+)=/);
  expect(page.body.match(/ href="[^"]*"/g)).toHaveLength(1);
  expect((await open(other)).statusCode).toBe(409);
  const opened = { headers: { accept: 'text/html,*/*;q=0.8', 'sec-fetch-site': 'none' } };
  const signedOut = await world.browser().send('GET', path, opened);
  expect([signedOut.statusCode, signedOut.headers.location]).toEqual([303, signInPath(path)]);
  const refused = await other.browser.send('GET', path, opened);
  expect([refused.statusCode, refused.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  expect((await open(other, buyer.formSessionId)).statusCode).toBe(404);
});
