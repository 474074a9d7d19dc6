import { createEditSession, getActiveSessions, getFormSession, reviewCase, saveFormData } from '@redress/contracts';
import {
  aClaim,
  aDraft,
  aSignature,
  signUp,
  startTestApp,
  type TestApp,
  type TestClient,
} from '../../testing/index.ts';
import type { ReviewStage } from './review-case.ts';

let test: TestApp;
let browser: TestClient;
let original: string;
beforeAll(async () => {
  test = await startTestApp();
  ({ browser } = await signUp(test));
});
beforeEach(async () => {
  original = await aDraft(browser, aClaim({ signature: aSignature() }));
  await complete(original);
});
afterAll(() => test.stop());

const complete = (id: string) =>
  test.sql('update claims.form_session set paid_at = coalesce(paid_at, now()), completed_at = now() where id = $1', [
    id,
  ]);

it('copies the answers of a completed claim, and answers the open edit when asked again', async () => {
  const first = await browser.call(createEditSession, { original_session_id: original });
  expect(first.body.existing_edit_session_id).toBeNull();
  expect(first.body.data.form_data).toMatchObject(aClaim());
  expect(first.body.data.form_data.signature).toMatch(/^data:image/);
  const again = await browser.call(createEditSession, { original_session_id: original });
  expect(again.body.existing_edit_session_id).toBe(first.body.data.edit_session_id);
});

it('opens one edit when two tabs ask at once', async () => {
  const other = await aDraft(browser);
  await complete(other);
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => browser.copy().call(createEditSession, { original_session_id: other })),
  );
  expect(new Set(answers.map(({ body }) => body.data.edit_session_id)).size).toBe(1);
  expect(answers.filter(({ body }) => body.existing_edit_session_id === null)).toHaveLength(1);
});

it('saves into the edit and leaves the original and the list alone', async () => {
  const { body } = await browser.call(createEditSession, { original_session_id: original });
  const id = body.data.edit_session_id;
  expect((await browser.call(saveFormData, { form_session_id: id, amount: '999', base_revision: 1 })).status).toBe(200);
  const kept = async (form_session_id: string) =>
    (await browser.call(getFormSession, { form_session_id })).body.session;
  expect((await kept(original))?.form_data.amount).toBe('1250.50');
  expect((await kept(id))?.original_session_id).toBe(original);
  const { sessions } = (await browser.call(getActiveSessions, {})).body;
  expect(sessions.map(({ session_id }) => session_id)).not.toContain(id);
});

it('begins a later edit where the last one ended', async () => {
  const claim = await aDraft(browser);
  await complete(claim);
  const first = (await browser.call(createEditSession, { original_session_id: claim })).body.data.edit_session_id;
  await browser.call(saveFormData, { form_session_id: first, amount: '777' });
  await complete(first);
  const second = await browser.call(createEditSession, { original_session_id: claim });
  expect(second.body.existing_edit_session_id).toBeNull();
  expect(second.body.data.form_data.amount).toBe('777');
});

it('refuses drafts, edits of edits, and claims of others alike', async () => {
  const draft = await aDraft(browser);
  const edit = (await browser.call(createEditSession, { original_session_id: original })).body.data.edit_session_id;
  const stranger = (await signUp(test)).browser;
  const answers = [
    await browser.call(createEditSession, { original_session_id: draft }),
    await browser.call(createEditSession, { original_session_id: edit }),
    await browser.call(createEditSession, { original_session_id: '0'.repeat(24) }),
    await stranger.call(createEditSession, { original_session_id: original }),
  ];
  const message = expect.stringMatching(/^Invalid original session\. Open/);
  for (const { refusal } of answers) expect(refusal).toMatchObject({ code: 'EDIT_ORIGINAL_INVALID', message });
});

describe('reviewing a case', () => {
  const review = async (stage: ReviewStage, answers: Parameters<typeof aClaim>[0] = {}) =>
    (await browser.call(reviewCase, { form_session_id: await aDraft(browser, aClaim(answers)), stage })).body;

  it.each(['details', 'jurisdiction', 'letter', 'court-papers', 'trial-support', 'done'] as const)(
    'finds something real for the stage %s',
    async (stage) => {
      const body = await review(stage);
      expect(body.findings.length).toBeGreaterThan(0);
      expect(body.findings.map(({ text }) => text).join(' ')).not.toMatch(/review\.|\{\w+\}/);
      expect(body.letter !== undefined).toBe(stage === 'letter' || stage === 'done');
    },
  );

  it('is asked for by one browser as often as people do, and no more', async () => {
    const { browser: eager } = await signUp(test);
    const asked = { form_session_id: await aDraft(eager, aClaim()), stage: 'details' as const };
    const answers = await Promise.all(Array.from({ length: 121 }, () => eager.callUntilTaken(reviewCase, asked)));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
  });

  it('lists what to gather as items, and in a sentence for builds that draw no list', async () => {
    const body = await review('trial-support');
    const [list] = body.findings.filter(({ items }) => items);
    expect(list?.items?.length).toBeGreaterThan(1);
    expect(list?.text).toBe(`Gather these: ${list?.items?.join('; ')}.`);
  });

  it('names the text behind court and limit of the place, and gives no number where there is none', async () => {
    const body = await review('jurisdiction');
    const cited = body.findings.filter(({ source }) => source);
    expect(cited.map(({ source }) => source)).toContain('Texas Rules of Civil Procedure, rule 500.3');
    expect(cited.every(({ read_on, source_url }) => read_on && source_url?.startsWith('https://'))).toBe(true);
    expect(body.findings.filter(({ source, text }) => !source && /\d (?:year|month|day)|\$\d/.test(text))).toEqual([]);
    expect(body.findings.map(({ text }) => text).join('\n')).toMatch(/\$20,000\.00/);
  });

  it('names the fee of the court for this sum before papers are paid, with the text it was read in', async () => {
    const body = await review('court-papers', { incidentState: 'FL', amount: '600' });
    const fee = body.findings.find(({ text }) => text.startsWith('Is it worth it?'));
    expect(fee?.text).toMatch(/You ask for \$600\.00\. The fee to file in Florida: \$175 /);
    expect(fee?.source).toContain('34.041');
  });

  it('shows the earlier end of two limits, and names both', async () => {
    const hurt = { situation: 'product-defect', disputing: ['stopped-working', 'unsafe-product'], date: '2026-02-01' };
    const place = { incidentState: 'PA', limitDate: '2026-02-01', limitDateOf: 'delivery' } as const;
    const texts = (await review('jurisdiction', { ...hurt, ...place })).findings.map(({ text }) => text).join('\n');
    expect(texts).toMatch(/February 1, 2030[^]*February 1, 2028|February 1, 2028[^]*February 1, 2030/);
    expect(texts).toContain('The earlier end is February 1, 2028');
  });

  it('tells the day and the time limit in the words of letter and papers', async () => {
    const hurt = { situation: 'personal-injury', disputing: ['dog-bite'], date: '2024-03-01', incidentState: 'LA' };
    const { findings } = await review('details', { ...hurt, dateIsAbout: true, incidentCity: 'Monroe' });
    expect(findings.at(-1)?.text).toBe('This happened on or about March 1, 2024 in Monroe, Louisiana.');
    expect(JSON.stringify(await review('jurisdiction', hurt))).toContain('is 1 year, from');
  });

  it('warns above the limit until the claimant chose', async () => {
    const id = await aDraft(browser, aClaim({ incidentState: 'KY', incidentCity: 'Paris', amount: '20000' }));
    const open = await browser.call(reviewCase, { form_session_id: id, stage: 'jurisdiction' });
    expect(open.body.findings.find(({ text }) => /above/.test(text))?.tone).toBe('warning');
    await browser.call(saveFormData, { form_session_id: id, overLimitChoice: 'waive' });
    const chosen = await browser.call(reviewCase, { form_session_id: id, stage: 'jurisdiction' });
    expect(chosen.body.findings.find(({ text }) => /above/.test(text))?.tone).toBe('info');
  });

  it('writes the letter from the answers', async () => {
    const { letter } = await review('letter');
    expect(letter).toContain("Zoë O'Neil-Núñez");
    expect(letter).toContain('$1,250.50');
  });

  it('names the answers that are missing', async () => {
    const id = await aDraft(browser, aClaim({ defendantLastname: '', incidentState: '', country: '' }));
    const { refusal } = await browser.call(reviewCase, { form_session_id: id, stage: 'details' });
    expect(refusal.code).toBe('CLAIM_INCOMPLETE');
    expect(Object.keys(refusal.errors ?? {})).toEqual(expect.arrayContaining(['defendantLastname', 'incidentState']));
  });
});
