import {
  createEditSession,
  downloadCourtDocument,
  generateDemandLetter,
  generateSecurePdf,
  getAlerts,
  getCourtDocuments,
  getFormSession,
  letterTracking,
  saveDemandLetter,
  saveFormData,
  updateDemandLetter,
} from '@redress/contracts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { JOBS } from '../../shared/job-names.ts';
import {
  aBuyer,
  aClaim,
  aDraft,
  aSignature,
  pay,
  PEN_INK,
  startCaseWorld,
  type Buyer,
  type CaseWorld,
} from '../../testing/index.ts';

let world: CaseWorld;
beforeAll(async () => {
  world = await startCaseWorld();
});
afterAll(() => world?.stop());

/** Dots of any colour: what stands for foreign memory here. */
const foreign = () => aSignature({ ink: [40, 40, 120] });
const ink = () => aSignature({ ink: PEN_INK });

/** As the migration leaves what was stored before it. */
async function asStoredBefore(): Promise<void> {
  const { db } = world.claims.platform;
  await sql`update claims.form_signature set state = 'unproven'`.execute(db);
  await sql`update claims.claim_snapshot set signature_state = 'unproven'`.execute(db);
}

async function run(name: string): Promise<void> {
  const job = world.claims.platform
    .features()
    .flatMap(({ jobs = [] }) => jobs)
    .find((each) => each.name === name);
  await job?.handle(z.parse(job.schema, {}), {
    id: 'run',
    attempt: 0,
    isLastAttempt: false,
    signal: new AbortController().signal,
  });
}

async function review(): Promise<void> {
  await run(JOBS.reviewDraftSignatures);
  await run(JOBS.reviewLetterSignatures);
  await world.runJobs();
}

const signatureOf = async ({ browser, formSessionId }: Buyer) =>
  (await browser.call(getFormSession, { form_session_id: formSessionId })).body.session?.form_data.signature ?? null;

const act = ({ browser, formSessionId }: Buyer, action: 'approve_and_send' | 'send_now') =>
  browser.call(saveDemandLetter, { form_session_id: formSessionId, action });

const letterOf = async ({ browser, formSessionId }: Buyer) =>
  (await browser.call(generateDemandLetter, { form_session_id: formSessionId })).body;

const alertsOf = async ({ browser }: Buyer) => (await browser.call(getAlerts)).body.alerts.map(({ title }) => title);
const asked = 'Please sign again';

async function aPaidLetter(signature: string, package_id = 'demand-letter'): Promise<Buyer & { demandId: string }> {
  const buyer = await aBuyer(world, { signature });
  await pay(world, buyer, { package_id });
  await world.runJobs();
  const { demand_id } = await letterOf(buyer);
  return { ...buyer, demandId: demand_id ?? '' };
}

const readPdf = ({ browser, demandId }: { browser: Buyer['browser']; demandId: string }) =>
  browser.call(generateSecurePdf, { demand_id: demandId, action: 'view' });

/** Signs again the way a person does: opens the claim for editing, signs, updates the letter. */
async function signAgain({ browser, formSessionId }: Buyer): Promise<void> {
  const { body } = await browser.call(createEditSession, { original_session_id: formSessionId });
  const { edit_session_id, form_data } = body.data;
  await browser.call(saveFormData, { form_session_id: edit_session_id, signature: ink() });
  const updated = await browser.call(updateDemandLetter, {
    edit_session_id,
    original_session_id: formSessionId,
    form_data,
  });
  if (updated.status !== 200) throw new Error(JSON.stringify(updated.refusal));
}

describe('a draft whose signature was stored before decoding was exact', () => {
  it('shows none until it was looked at, and the same one after that if it is ink on white', async () => {
    const buyer = await aBuyer(world, { signature: ink() });
    const before = await signatureOf(buyer);
    await asStoredBefore();
    expect(await signatureOf(buyer)).toBeNull();
    await review();
    expect(before).not.toBeNull();
    expect(await signatureOf(buyer)).toBe(before);
    expect(await alertsOf(buyer)).not.toContain(asked);
  });

  it('loses one with other dots, and its owner is asked to sign again', async () => {
    const buyer = await aBuyer(world, { signature: foreign() });
    await asStoredBefore();
    await review();
    expect(await signatureOf(buyer)).toBeNull();
    expect(await alertsOf(buyer)).toEqual([asked]);
    const { rows } = await sql<{ size: number }>`
      select length(png) as size from claims.form_signature where form_session_id = ${buyer.formSessionId}`.execute(
      world.claims.platform.db,
    );
    expect(rows).toEqual([{ size: 0 }]);
  });

  it('keeps the answers of an open tab that still sends it, without the picture', async () => {
    const signature = foreign();
    const browser = world.browser();
    const form_session_id = await aDraft(browser, aClaim({ signature }));
    await asStoredBefore();
    await review();
    const saved = await browser.call(saveFormData, { form_session_id, signature, claimDescription: 'More words.' });
    expect(saved.status).toBe(200);
    const { session } = (await browser.call(getFormSession, { form_session_id })).body;
    expect(session?.form_data).toMatchObject({ claimDescription: 'More words.' });
    expect(session?.form_data.signature ?? null).toBeNull();
    await browser.call(saveFormData, { form_session_id, signature: ink() });
    expect((await browser.call(getFormSession, { form_session_id })).body.session?.form_data.signature).toBeTruthy();
  });
});

describe('a letter with such a signature', () => {
  it('is neither shown with it, printed nor posted before it was looked at', async () => {
    const letter = await aPaidLetter(ink());
    await act(letter, 'approve_and_send');
    await asStoredBefore();
    expect((await letterOf(letter)).plaintiff_data.signature).toBeNull();
    expect((await readPdf(letter)).refusal.code).toBe('DOCUMENT_NOT_READY');
    expect((await act(letter, 'send_now')).refusal.code).toBe('DOCUMENT_NOT_READY');
    await review();
    expect((await letterOf(letter)).plaintiff_data.signature).toMatch(/^data:image\/png/);
    expect((await readPdf(letter)).status).toBe(200);
    expect((await act(letter, 'send_now')).status).toBe(200);
  });

  it('is taken back when it was approved, and can be signed, approved and sent again', async () => {
    const letter = await aPaidLetter(foreign());
    await act(letter, 'approve_and_send');
    const withPicture = (await readPdf(letter)).response.rawPayload;
    await asStoredBefore();
    await review();
    expect(await letterOf(letter)).toMatchObject({ state: 'draft', demand_approved: false });
    expect(await alertsOf(letter)).toContain(asked);
    expect(world.mailbox.to(letter.email).map(({ subject }) => subject)).toContain('Please sign your claim again');
    expect((await act(letter, 'approve_and_send')).refusal.code).toBe('CLAIM_INCOMPLETE');
    // Made again without the picture: the words can be read.
    const without = (await readPdf(letter)).response.rawPayload;
    expect(withPicture.includes('/Subtype /Image')).toBe(true);
    expect(without.includes('/Subtype /Image')).toBe(false);
    await signAgain(letter);
    expect((await act(letter, 'approve_and_send')).status).toBe(200);
    expect((await act(letter, 'send_now')).status).toBe(200);
    await world.runJobs();
    expect(await letterOf(letter)).toMatchObject({ state: 'posted' });
  });

  it('leaves no file with the picture behind', async () => {
    const letter = await aPaidLetter(aSignature({ ink: [90, 10, 10] }));
    await readPdf(letter);
    const { rows } = await sql<{ pdf_key: string; signature_key: string }>`
      select pdf_key, signature_key from claims.letter_version v
      join claims.claim_snapshot s on s.id = v.snapshot_id where letter_id = ${letter.demandId}`.execute(
      world.claims.platform.db,
    );
    const [{ pdf_key, signature_key } = { pdf_key: '', signature_key: '' }] = rows;
    const { blobs } = world.claims.platform;
    expect(await blobs.get(pdf_key)).not.toBeNull();
    await asStoredBefore();
    await review();
    expect([await blobs.get(pdf_key), await blobs.get(signature_key)]).toEqual([null, null]);
  });

  it('is not handed to the carrier when its posting had begun', async () => {
    const letter = await aPaidLetter(foreign());
    await act(letter, 'approve_and_send');
    await act(letter, 'send_now');
    await asStoredBefore();
    await review();
    await world.runJobs();
    const { body } = await letter.browser.call(letterTracking, { demand_id: letter.demandId });
    expect(body.mailings).toMatchObject([
      { status: 'rejected', problem: { next_step: expect.stringMatching(/Sign/) } },
    ]);
    expect(await letterOf(letter)).toMatchObject({ state: 'problem' });
    await signAgain(letter);
    await act(letter, 'approve_and_send');
    await act(letter, 'send_now');
    await world.runJobs();
    expect(await letterOf(letter)).toMatchObject({ state: 'posted' });
  });
});

it('has nothing to withhold in court papers: a line to sign by hand stands where a picture could', async () => {
  const { browser } = await aPaidLetter(foreign(), 'full-trial');
  const { demands, csrf_token } = (await browser.call(getCourtDocuments)).body;
  const documents = demands[0]?.court_documents ?? [];
  expect(documents).toHaveLength(11);
  for (const { id: file_id } of documents) {
    const { response } = await browser.call(downloadCourtDocument, { file_id, download: false, csrf_token });
    expect(response.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect(response.rawPayload.includes('/Subtype /Image')).toBe(false);
  }
});
