import {
  clearSessionForm,
  createFormSession,
  deleteSession,
  getActiveSessions,
  getFormSession,
  login,
  logout,
  restoreSession,
  saveFormData,
  type FormSession,
} from '@redress/contracts';
import { pngDataUrl, pngFile } from '../../testing/png-files.ts';
import type { ClaimFormData } from '@redress/contracts';
import { aClaim, aDraft, aSignature, PASSWORD, signUp, useTestApp, type TestClient } from '../../testing/index.ts';

const test = useTestApp({ config: { addressLimitFactor: 1000 } });

describe('saving', () => {
  it('keeps what was typed, counts revisions and reports how far the claim has come', async () => {
    const browser = test.browser();
    const id = (await browser.call(createFormSession)).body.form_session_id;
    const first = await browser.call(saveFormData, { form_session_id: id, situation: 'debt-collection' });
    expect(first.body).toMatchObject({ revision: 1, current_step: '1', progress: 10 });
    const second = await browser.call(saveFormData, { form_session_id: id, ...aClaim(), base_revision: 1 });
    expect(second.body).toMatchObject({ revision: 2, current_step: '4sub2', progress: 75 });
    const { session } = (await browser.call(getFormSession, {})).body;
    expect(session).toMatchObject({ form_session_id: id, revision: 2, form_data: aClaim() });
  });

  it('leaves fields alone that a save does not name, and empties those it names as null', async () => {
    const browser = test.browser();
    const id = await aDraft(browser);
    await browser.call(saveFormData, { form_session_id: id, venmo: '@zoe', apt: null });
    const { session } = (await browser.call(getFormSession, { form_session_id: id })).body;
    expect(session?.form_data).toMatchObject({ ...aClaim(), venmo: '@zoe', apt: null });
  });

  it('drops fields the contract does not know, and never takes server-owned ones from a body', async () => {
    const browser = test.browser();
    const id = await aDraft(browser);
    await browser.send('POST', saveFormData.path, {
      json: {
        form_session_id: id,
        situation: 'other',
        is_paid: true,
        paid_at: '2026-01-01',
        revision: 99,
        nonsense: 1,
      },
    });
    const { session } = (await browser.call(getFormSession, { form_session_id: id })).body;
    expect(session).toMatchObject({ is_paid: false, is_completed: false, revision: 2 });
    expect(session?.form_data).not.toHaveProperty('nonsense');
  });

  it('keeps every script, apostrophe and emoji as typed', async () => {
    const browser = test.browser();
    const text = 'O’Brien-Šumarstvo 東京 العربية 🧾\r\n\tend';
    const id = await aDraft(browser, { claimDescription: text });
    expect((await browser.call(getFormSession, { form_session_id: id })).body.session?.form_data.claimDescription).toBe(
      text,
    );
  });

  it('takes texts of 20,000 characters and refuses longer ones beside their field', async () => {
    const browser = test.browser();
    const id = await aDraft(browser, { claimDescription: 'é'.repeat(20_000), claimCalculation: 'x'.repeat(20_000) });
    const { refusal, status } = await browser.call(saveFormData, {
      form_session_id: id,
      claimDescription: 'x'.repeat(20_001),
    });
    expect(status).toBe(422);
    expect(Object.keys(refusal.errors ?? {})).toEqual(['claimDescription']);
  });

  it('never lets the furthest point fall when a field is emptied', async () => {
    const browser = test.browser();
    const id = await aDraft(browser);
    const { body } = await browser.call(saveFormData, { form_session_id: id, defendantFirstname: '', situation: '' });
    expect(body.current_step).toBe('4sub2');
  });

  it('refuses to save into a completed claim', async () => {
    const { browser } = await signUp(test);
    const id = await aDraft(browser);
    await test.sql('update claims.form_session set paid_at = now(), completed_at = now() where id = $1', [id]);
    const { refusal } = await browser.call(saveFormData, { form_session_id: id, situation: 'other' });
    expect(refusal.code).toBe('SESSION_COMPLETED');
  });
});

describe('two tabs', () => {
  it('refuses a save on older answers, and returns the newer ones', async () => {
    const browser = test.browser();
    const id = await aDraft(browser);
    await browser.call(saveFormData, { form_session_id: id, amount: '300', base_revision: 1 });
    const { status, refusal } = await browser.copy().call(saveFormData, {
      form_session_id: id,
      amount: '400',
      base_revision: 1,
    });
    expect(status).toBe(409);
    expect(refusal.code).toBe('FORM_CONFLICT');
    expect(refusal.other as FormSession).toMatchObject({
      form_session_id: id,
      revision: 2,
      form_data: { amount: '300' },
    });
    const chosen = await browser.call(saveFormData, { form_session_id: id, amount: '400', base_revision: 2 });
    expect(chosen.body.revision).toBe(3);
  });

  it('accepts an older save with the same answers', async () => {
    const browser = test.browser();
    const id = await aDraft(browser);
    await browser.call(saveFormData, { form_session_id: id, amount: '300', base_revision: 1 });
    const same = await browser.call(saveFormData, { form_session_id: id, amount: '300', base_revision: 1 });
    expect(same.body.revision).toBe(2);
  });

  it('counts a save that arrives twice once, also after others', async () => {
    const browser = test.browser();
    const id = await aDraft(browser);
    const save = { form_session_id: id, amount: '300', base_revision: 1, save_id: 'save-a' };
    await browser.call(saveFormData, save);
    await browser.call(saveFormData, { form_session_id: id, amount: '500', base_revision: 2, save_id: 'save-b' });
    const again = await browser.call(saveFormData, save);
    expect(again.body.revision).toBe(3);
    expect((await browser.call(getFormSession, { form_session_id: id })).body.session?.form_data.amount).toBe('500');
  });

  it('lets one of two saves on the same revision through, and refuses the other', async () => {
    const browser = test.browser();
    const id = await aDraft(browser);
    const answers = await Promise.all(
      ['300', '400'].map((amount) =>
        browser.copy().call(saveFormData, { form_session_id: id, amount, base_revision: 1 }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { session } = (await browser.call(getFormSession, { form_session_id: id })).body;
    expect(session?.revision).toBe(2);
    expect(session?.form_data.amount).toBe(answers[0]?.status === 200 ? '300' : '400');
  });

  it('loses none of thirty saves to different fields that name no revision', async () => {
    const browser = test.browser();
    const id = await aDraft(browser, { situation: 'other' });
    const fields = ['firstname', 'lastname', 'city', 'apt', 'venmo', 'cashapp', 'zelle', 'zipcode', 'address', 'email'];
    const answers = await Promise.all(
      fields.map((field) => browser.copy().call(saveFormData, { form_session_id: id, [field]: `typed ${field}` })),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const { session } = (await browser.call(getFormSession, { form_session_id: id })).body;
    expect(session?.form_data).toMatchObject(Object.fromEntries(fields.map((field) => [field, `typed ${field}`])));
    expect(session?.revision).toBe(11);
  });
});

describe('signature', () => {
  it('is decoded, laid on white and kept apart from the answers', async () => {
    const browser = test.browser();
    const id = await aDraft(browser, aClaim({ signature: aSignature() }));
    const { session } = (await browser.call(getFormSession, { form_session_id: id })).body;
    expect(session?.form_data.signature).toMatch(/^data:image\/png;base64,/);
    expect(session?.current_step).toBe('4sub3');
    const [row] = await test.sql<{ form_data: object }>('select form_data from claims.form_session where id = $1', [
      id,
    ]);
    expect(row?.form_data).not.toHaveProperty('signature');
  });

  it('sent again, as it was or as we gave it back, changes nothing', async () => {
    const browser = test.browser();
    const signature = aSignature();
    const id = await aDraft(browser, aClaim({ signature }));
    const ours = (await browser.call(getFormSession, { form_session_id: id })).body.session!.form_data.signature!;
    for (const sent of [signature, ours]) {
      const { body } = await browser.call(saveFormData, { form_session_id: id, signature: sent, base_revision: 1 });
      expect(body.revision).toBe(1);
    }
  });

  it('goes when it is cleared', async () => {
    const browser = test.browser();
    const id = await aDraft(browser, aClaim({ signature: aSignature() }));
    await browser.call(saveFormData, { form_session_id: id, signature: null });
    expect(
      (await browser.call(getFormSession, { form_session_id: id })).body.session?.form_data.signature ?? null,
    ).toBeNull();
  });

  it.each([
    ['a picture of another kind', 'data:image/svg+xml;base64,PHN2Zy8+'],
    ['no picture', `data:image/png;base64,${Buffer.from('<script>alert(1)</script>').toString('base64')}`],
    ['a cut-off picture', aSignature().slice(0, 90)],
    ['an address', 'https://evil.example/x.png'],
    ['a picture whose data is empty', pngDataUrl(pngFile({ idat: Buffer.alloc(0) }))],
    ['a picture of one dot more than the pad at its densest', pngDataUrl(pngFile({ width: 2221 }))],
  ])('that is %s is refused', async (_what, signature) => {
    const browser = test.browser();
    const id = await aDraft(browser);
    const { refusal } = await browser.call(saveFormData, { form_session_id: id, signature });
    expect(refusal.code).toBe('SIGNATURE_INVALID');
    const { session } = (await browser.call(getFormSession, { form_session_id: id })).body;
    expect(session?.form_data.signature ?? null).toBeNull();
  });
});

it('limits a browser that saves without end, and says when to continue', async () => {
  const browser = test.browser();
  const id = await aDraft(browser);
  const save = () => browser.call(saveFormData, { form_session_id: id, firstname: 'Zoë' });
  const codes = new Set<number>();
  for (let saves = 0; saves < 900; saves += 1) codes.add((await save()).status);
  expect(codes).toEqual(new Set([200, 429]));
  const { refusal, headers } = await save();
  expect(refusal.code).toBe('RATE_LIMITED');
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  test.clock.advance({ minutes: 10 });
  expect((await save()).status).toBe(200);
}, 60_000);

describe('owner of a draft', () => {
  it('answers a stranger as if it did not exist', async () => {
    const id = await aDraft(test.browser());
    const strangers = [test.browser(), (await signUp(test)).browser];
    for (const stranger of strangers) {
      const foreign = await stranger.call(getFormSession, { form_session_id: id });
      const unknown = await stranger.call(getFormSession, { form_session_id: 'f'.repeat(24) });
      const { errorId: _a, ...first } = foreign.refusal;
      const { errorId: _b, ...second } = unknown.refusal;
      expect(first).toEqual(second);
      expect((await stranger.call(saveFormData, { form_session_id: id, amount: '1' })).refusal.code).toBe('NOT_FOUND');
    }
  });

  it('becomes the person’s at sign-in, every one this browser made', async () => {
    const browser = test.browser();
    const first = await aDraft(browser);
    const second = await aDraft(browser, { situation: 'other' });
    await signUp(test, { browser, formSessionId: second });
    const { sessions } = (await browser.call(getActiveSessions, {})).body;
    expect(sessions.map(({ session_id }) => session_id).sort()).toEqual([first, second].sort());
    expect((await browser.call(getFormSession, {})).body.session?.form_session_id).toBe(second);
  });

  it('stays the first person’s when another signs in in the same browser, whatever id they name', async () => {
    const browser = test.browser();
    const id = await aDraft(browser);
    await signUp(test, { browser });
    await browser.call(logout);
    expect((await browser.call(getFormSession, {})).body.session).toBeNull();
    const other = await signUp(test);
    await browser.call(login, { email: other.email, password: PASSWORD, form_session_id: id });
    expect((await browser.call(getActiveSessions, {})).body.total).toBe(0);
    expect((await browser.call(saveFormData, { form_session_id: id, amount: '1' })).refusal.code).toBe('NOT_FOUND');
  });

  it('continues in the tab that was open while another tab signed in', async () => {
    const browser = test.browser();
    const openTab = (await browser.call(createFormSession)).body.form_session_id;
    await browser.call(createFormSession);
    await signUp(test, { browser });
    const saved = await browser.call(saveFormData, { form_session_id: openTab, ...aClaim() });
    expect(saved.status).toBe(200);
    expect((await browser.call(getActiveSessions, {})).body.sessions.map(({ session_id }) => session_id)).toContain(
      openTab,
    );
  });

  it('is unlinked, not deleted, when the browser starts anew', async () => {
    const browser = test.browser();
    const id = await aDraft(browser);
    await browser.call(clearSessionForm);
    expect((await browser.call(getFormSession, {})).body.session).toBeNull();
    expect((await browser.call(getFormSession, { form_session_id: id })).body.session?.form_session_id).toBe(id);
  });
});

describe('lists', () => {
  it('page newest first, with totals, by active and completed', async () => {
    const { browser } = await signUp(test);
    const ids: string[] = [];
    for (let made = 0; made < 3; made += 1) {
      ids.unshift(await aDraft(browser));
      test.clock.advance({ seconds: 1 });
    }
    await test.sql('update claims.form_session set paid_at = now(), completed_at = now() where id = $1', [ids[1]]);
    const page = await browser.call(getActiveSessions, { page: 2, page_size: 2 });
    expect(page.body).toMatchObject({ total: 3 });
    expect(page.body.sessions.map(({ session_id }) => session_id)).toEqual([ids[2]]);
    const completed = await browser.call(getActiveSessions, { status: 'completed' });
    expect(completed.body.sessions).toMatchObject([
      { session_id: ids[1], is_completed: true, progress: 100, status_label: 'Completed' },
    ]);
    const active = (await browser.call(getActiveSessions, { status: 'active' })).body;
    expect(active.total).toBe(2);
    expect(active.sessions[0]).toMatchObject({ status_label: 'In Progress', package_title: 'Case against Ivo Kern' });
  });

  it('answer the last page of 5,000 sessions', async () => {
    const { browser, email } = await signUp(test);
    await test.sql(
      `insert into claims.form_session (id, user_id, form_data, revision, created_at, updated_at)
       select lpad(to_hex(n), 24, '0'), a.id, '{"amount":"300"}', 1, now() - n * interval '1 minute', now()
       from generate_series(1, 5000) n, claims.account a where a.email = $1`,
      [email],
    );
    const { body } = await browser.call(getActiveSessions, { page: 250 });
    expect(body).toMatchObject({ total: 5000 });
    expect(body.sessions).toHaveLength(20);
    await test.sql('delete from claims.form_session f using claims.account a where a.id = f.user_id and a.email = $1', [
      email,
    ]);
  });

  it('let a deleted draft be brought back for thirty days, and a paid one not be deleted', async () => {
    const { browser } = await signUp(test);
    const id = await aDraft(browser);
    expect((await browser.call(deleteSession, { session_id: id })).status).toBe(200);
    expect((await browser.call(getFormSession, { form_session_id: id })).refusal.code).toBe('NOT_FOUND');
    test.clock.advance({ days: 13 });
    expect((await browser.call(restoreSession, { session_id: id })).status).toBe(200);
    await test.sql('update claims.form_session set paid_at = now() where id = $1', [id]);
    expect((await browser.call(deleteSession, { session_id: id })).refusal.code).toBe('SESSION_COMPLETED');
  });
});

it('counts a signature that was saved before for how far a claim is, when a save does not carry it', async () => {
  const stepAfter = async (browser: TestClient, ...saves: ClaimFormData[]) => {
    const id = await aDraft(browser, saves[0]);
    for (const fields of saves.slice(1)) await browser.call(saveFormData, { form_session_id: id, ...fields });
    return (await browser.call(getFormSession, { form_session_id: id })).body.session?.current_step;
  };
  const signature = aSignature();
  const { situation, ...rest } = aClaim();
  const atOnce = await stepAfter(test.browser(), aClaim({ signature }));
  expect(await stepAfter(test.browser(), { situation, signature }, rest)).toBe(atOnce);
  expect(await stepAfter(test.browser(), aClaim())).not.toBe(atOnce);
});
