import {
  generateSecurePdf,
  getCases,
  getCourtDocuments,
  getUserDemands,
  saveDemandLetter,
  type ClaimFormData,
} from '@redress/contracts';
import { cookieNames, ofPreview } from '@redress/contracts/cookies';
import { aDraft, askForIntent, useCaseWorld } from './testing/index.ts';
import { aClaim, aSignature } from './testing/claims.ts';

const DIGEST = 'd'.repeat(64);
const ended = new Set<string>();
const world = useCaseWorld({ previewHasEnded: (digest) => Promise.resolve(ended.has(digest)) });

const inPreview = async (digest = DIGEST) => {
  const until = new Date(world.clock.now().getTime() + 24 * 3_600_000);
  const browser = world.browser();
  const names = cookieNames(browser.origin);
  browser.cookies.set(ofPreview(names).session, await world.claims.openSample({ digest, until }));
  browser.cookies.set(names.preview, 's'.repeat(32));
  await world.runJobs();
  return browser;
};
const people = () => world.claims.platform.db.selectFrom('account').select('id').execute();
const removeSamples = async () => {
  const { db, jobs } = world.claims.platform;
  await db.transaction().execute((trx) => jobs.enqueue(trx, 'account.remove-samples', {}));
  await world.runJobs();
};

it('has a draft, a letter to read and the court papers at once, is the same for everybody, and gets no mail', async () => {
  const browser = await inPreview();
  expect((await browser.call(getCases)).body.cases.map(({ standing }) => standing)).toEqual(['to_read']);
  const [letter] = (await browser.call(getUserDemands)).body.data;
  const pdf = await browser.call(generateSecurePdf, { demand_id: letter!.id, action: 'view' });
  expect(pdf.response.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  expect((await browser.call(getCourtDocuments, {})).body.demands[0]!.court_documents.length).toBeGreaterThan(8);
  await inPreview();
  expect(await people()).toHaveLength(1);
  expect(world.mailbox.received).toEqual([]);
});

it('has its letter posted and its card charged by nobody, also when the account is gone before the worker comes', async () => {
  const browser = await inPreview();
  const { data } = (await browser.call(getUserDemands)).body;
  for (const action of ['approve_and_send', 'send_now'] as const) {
    const save = { form_session_id: data[0]!.form_session_id, action };
    expect((await browser.call(saveDemandLetter, save)).status).toBe(200);
  }
  ended.add(DIGEST);
  await removeSamples();
  expect(await people()).toEqual([]);
  expect(await world.letters()).toEqual([]);

  const other = await inPreview('e'.repeat(64));
  const answers: ClaimFormData = aClaim({ signature: aSignature() });
  const buyer = { browser: other, email: 'a@example.org', formSessionId: await aDraft(other, answers) };
  expect((await askForIntent(buyer)).refusal.code).toBe('FORBIDDEN');
  expect((await world.stripe.paymentIntents.list()).data).toEqual([]);
});

it('goes with the end that was announced', async () => {
  await inPreview('f'.repeat(64));
  world.clock.advance({ hours: 25 });
  await removeSamples();
  expect(await people()).toEqual([]);
});
