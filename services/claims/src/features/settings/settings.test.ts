import {
  type BodyOf,
  checkAuth,
  confirmEmail,
  csrfToken,
  deleteAccount,
  exportData,
  getActiveSessions,
  getSettings,
  listDevices,
  login,
  revokeDevice,
  updatePassword,
  updateSettings,
  viewUserData,
} from '@redress/contracts';
import { aClaim, aDraft, newAddress, PASSWORD, signUp, useTestApp, type TestClient } from '../../testing/index.ts';

const test = useTestApp({ config: { addressLimitFactor: 1000 } });

const tokenOf = async (browser: TestClient) => (await browser.call(csrfToken)).body.csrf_token;
const anotherBrowser = async (email: string, password = PASSWORD) => {
  const browser = test.browser();
  await browser.call(login, { email, password });
  return browser;
};
const NEXT = 'a longer walk in may';
const changePassword = async (browser: TestClient, change: Partial<BodyOf<typeof updatePassword>> = {}) => {
  const passwords = { currentPassword: PASSWORD, newPassword: NEXT, confirmPassword: NEXT, ...change };
  return browser.call(updatePassword, { ...passwords, csrf_token: await tokenOf(browser) });
};
const save = async (browser: TestClient, changes: Omit<BodyOf<typeof updateSettings>, 'csrf_token'>) =>
  browser.call(updateSettings, { ...changes, csrf_token: await tokenOf(browser) });
const leave = async (browser: TestClient, password: string) =>
  browser.call(deleteAccount, { password, confirm: 'DELETE', csrf_token: await tokenOf(browser) });
const details = (email: string) => ({ firstName: 'Ana', lastName: "O'Hara-Ng", email, phoneNumber: '5125550143' });

describe('CSRF tokens', () => {
  it.each([
    ['none', async () => undefined],
    ['a made-up one', async () => 'abc.def'],
    ['another session’s', async () => tokenOf((await signUp(test)).browser)],
  ])('refuse a form with %s', async (_what, token) => {
    const { browser, email } = await signUp(test);
    const csrf_token = (await token()) as string;
    const { refusal } = await browser.call(updateSettings, { ...details(email), csrf_token });
    expect(refusal.code).toBe('CSRF_TOKEN_WRONG');
  });

  it('end with the session they were made for', async () => {
    const { browser, email } = await signUp(test);
    const csrf_token = await tokenOf(browser);
    await browser.call(login, { email, password: PASSWORD });
    const { refusal } = await browser.call(updateSettings, { ...details(email), csrf_token });
    expect(refusal.code).toBe('CSRF_TOKEN_WRONG');
  });
});

describe('contact details', () => {
  it('are saved as typed, and greet the person', async () => {
    const { browser, email } = await signUp(test);
    const saved = await save(browser, details(email));
    expect(saved.body).toMatchObject({ message: 'Settings saved successfully!', email_code_sent: false });
    expect((await browser.call(getSettings)).body.settings).toEqual({
      ...details(email),
      pendingEmail: null,
      hasPassword: true,
      remindersOff: [],
    });
    expect((await browser.call(viewUserData)).body.user_data.display_name).toBe("Ana O'Hara-Ng");
  });

  it('given in a claim greet the person and are offered, not kept, while the account has none', async () => {
    const { browser, email } = await signUp(test);
    const greeting = async () => (await browser.call(viewUserData)).body.user_data;
    const offered = async () => (await browser.call(getSettings)).body.settings;
    await aDraft(browser, { situation: 'debt-collection' });
    expect(await offered()).not.toHaveProperty('fromClaim');
    await aDraft(browser);
    expect(await greeting()).toMatchObject({ display_name: "Zoë O'Neil-Núñez", first_name: null, last_name: null });
    expect(await offered()).toMatchObject({
      firstName: '',
      lastName: '',
      phoneNumber: '',
      fromClaim: { firstName: 'Zoë', lastName: "O'Neil-Núñez", phoneNumber: '5125550143' },
    });
    const token = await tokenOf(browser);
    await browser.call(updateSettings, { ...details(email), phoneNumber: '', csrf_token: token });
    expect((await greeting()).display_name).toBe("Ana O'Hara-Ng");
    expect((await offered()).fromClaim).toEqual({ firstName: '', lastName: '', phoneNumber: '5125550143' });
  });

  it('given in a claim are of the person with one name, and never longer than an account takes', async () => {
    const { browser } = await signUp(test);
    await aDraft(browser, aClaim({ firstname: 'Sukarno', lastname: 'Left over', hasOneName: true }));
    expect((await browser.call(viewUserData)).body.user_data.display_name).toBe('Sukarno');
    expect((await browser.call(getSettings)).body.settings.fromClaim).toMatchObject({ lastName: '' });
    test.clock.advance({ minutes: 1 });
    await aDraft(browser, aClaim({ firstname: 'Ana', lastname: 'x'.repeat(150) }));
    expect((await browser.call(getSettings)).body.settings.fromClaim).toMatchObject({ firstName: 'Ana', lastName: '' });
  });

  it('that are wrong are reported beside their fields', async () => {
    const { browser } = await signUp(test);
    const wrong = { firstName: 'x'.repeat(101), lastName: '', email: 'no address', phoneNumber: '12-34' };
    const { refusal } = await save(browser, wrong);
    expect(refusal.errors).toEqual({
      firstName: expect.any(String),
      email: 'Please enter a valid email address',
      phoneNumber: 'Phone number must contain only digits',
    });
  });

  it('take a new address into use only after its code, and notify the old one', async () => {
    const { browser, email } = await signUp(test);
    const elsewhere = await anotherBrowser(email);
    const wanted = newAddress();
    const asked = await save(browser, { ...details(wanted), password: PASSWORD });
    expect(asked.body.email_code_sent).toBe(true);
    expect((await browser.call(getSettings)).body.settings).toMatchObject({ email, pendingEmail: wanted });
    await test.runJobs();
    const code = test.mailbox.codeFor(wanted);
    const { body } = await browser.call(confirmEmail, { code, csrf_token: await tokenOf(browser) });
    expect(body.email).toBe(wanted);
    await test.runJobs();
    expect(test.mailbox.to(email)[0]?.subject).toMatch(/address of your account was changed/);
    expect((await elsewhere.call(checkAuth)).body.isAuthenticated).toBe(false);
    expect((await test.browser().call(login, { email: wanted, password: PASSWORD })).body.action).toBe('signed_in');
    expect((await test.browser().call(login, { email, password: PASSWORD })).status).toBe(401);
  });

  it('refuse an address of another account', async () => {
    const { browser } = await signUp(test);
    const { email } = await signUp(test);
    const { refusal } = await save(browser, { ...details(email), password: PASSWORD });
    expect(refusal).toMatchObject({ code: 'EMAIL_TAKEN', errors: { email: expect.any(String) } });
  });
});

describe('changing what proves who a person is (R41)', () => {
  it.each([undefined, '', 'wrong one'])('needs the password for another address: %p', async (password) => {
    const { browser, email } = await signUp(test);
    const { refusal } = await save(browser, {
      ...details(newAddress()),
      ...(password === undefined ? {} : { password }),
    });
    expect(refusal.errors).toEqual({ password: 'The current password does not match' });
    expect((await browser.call(getSettings)).body.settings).toMatchObject({ email, pendingEmail: null });
  });

  it('gives this browser another session: a stolen copy of its cookie ends', async () => {
    const { browser } = await signUp(test);
    const stolen = browser.copy();
    expect((await changePassword(browser)).status).toBe(200);
    expect((await stolen.call(checkAuth)).body.isAuthenticated).toBe(false);
    expect((await browser.call(checkAuth)).body.isAuthenticated).toBe(true);
  });

  it('gives no session in place of one that was ended meanwhile', async () => {
    const [{ browser, email }, { pool }] = [await signUp(test), test.database.database];
    const owner = await pool.connect();
    await owner.query(`begin; update claims.account set password_hash = 'another' where email = '${email}';
      delete from claims.user_session s using claims.account a where a.id = s.user_id and a.email = '${email}'`);
    const late = changePassword(browser);
    while (!(await pool.query(`select from pg_stat_activity where pg_blocking_pids(pid) <> '{}'`)).rowCount);
    await owner.query('commit');
    owner.release();
    expect((await late).refusal.code).toBe('NOT_SIGNED_IN');
  });

  it('makes every other browser unknown again, except this one', async () => {
    const { browser, email } = await signUp(test);
    const other = await anotherBrowser(email);
    await changePassword(browser);
    const known = async () => {
      const rows = await test.sql(
        'select 1 from claims.trusted_browser b join claims.account a on a.id = b.account_id where a.email = $1',
        [email],
      );
      return rows.length;
    };
    expect(await known()).toBe(1);
    // Its guesses count for the address now, not for a browser of its own.
    for (let guess = 0; guess < 10; guess += 1) await other.call(login, { email, password: `guess ${guess}` });
    expect((await test.browser().call(login, { email, password: NEXT })).status).toBe(429);
    expect((await browser.call(login, { email, password: NEXT })).status).toBe(200);
  });

  it('needs a sign-in of the last ten minutes where there is no password', async () => {
    const { browser, email } = await signUp(test);
    await test.sql('update claims.account set password_hash = null where email = $1', [email]);
    test.clock.advance({ minutes: 11 });
    const stale = await changePassword(browser, { currentPassword: '' });
    expect(stale.refusal.errors?.['currentPassword']).toMatch(/Sign in again/);
    await test.sql(
      `update claims.user_session s set created_at = $2 from claims.account a where a.id = s.user_id and a.email = $1`,
      [email, test.clock.now()],
    );
    expect((await changePassword(browser, { currentPassword: '' })).status).toBe(200);
  });
});

describe('password', () => {
  it('changes with the current one, ends the other sessions and notifies the owner', async () => {
    const { browser, email } = await signUp(test);
    const elsewhere = await anotherBrowser(email);
    expect((await changePassword(browser)).body.message).toBe('Password updated successfully!');
    expect((await browser.call(checkAuth)).body.isAuthenticated).toBe(true);
    expect((await elsewhere.call(checkAuth)).body.isAuthenticated).toBe(false);
    expect((await test.browser().call(login, { email, password: PASSWORD })).refusal.code).toBe('LOGIN_FAILED');
    const again = await anotherBrowser(email, NEXT);
    expect((await again.call(checkAuth)).body.isAuthenticated).toBe(true);
    await test.runJobs();
    expect(test.mailbox.to(email)[0]?.subject).toBe('Your password was changed');
  });

  it.each([
    [{ currentPassword: 'wrong one' }, 'currentPassword', 'The current password does not match'],
    [{ confirmPassword: 'other' }, 'confirmPassword', 'Passwords do not match'],
    [{ newPassword: '', confirmPassword: '' }, 'newPassword', 'New password is required'],
    [{ newPassword: 'short', confirmPassword: 'short' }, 'newPassword', 'Password must be at least 6 characters'],
    [{ newPassword: 'sunshine', confirmPassword: 'sunshine' }, 'newPassword', /common/],
  ])('is refused for %j beside the field', async (change, field, message) => {
    const { browser } = await signUp(test);
    const { refusal } = await changePassword(browser, change);
    expect(Object.keys(refusal.errors ?? {})).toEqual([field]);
    expect(refusal.errors?.[field]).toMatch(message);
  });
});

describe('devices', () => {
  it('are listed, and each can be signed out', async () => {
    const { browser, email } = await signUp(test);
    const phone = test.browser();
    phone.userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Version/26.0 Mobile/15E148 Safari/604.1';
    await phone.call(login, { email, password: PASSWORD });
    const { devices } = (await browser.call(listDevices)).body;
    expect(devices.map(({ label, is_current }) => [label, is_current]).sort()).toEqual([
      ['Chrome on Linux', true],
      ['Safari on iPhone', false],
    ]);
    const { id } = devices.find(({ is_current }) => !is_current)!;
    await browser.call(revokeDevice, { id, csrf_token: await tokenOf(browser) });
    expect((await phone.call(checkAuth)).body.isAuthenticated).toBe(false);
    const again = await browser.call(revokeDevice, { id, csrf_token: await tokenOf(browser) });
    expect(again.refusal.code).toBe('NOT_FOUND');
  });

  it('of others cannot be signed out', async () => {
    const victim = await signUp(test);
    const { devices } = (await victim.browser.call(listDevices)).body;
    const { browser } = await signUp(test);
    const answer = await browser.call(revokeDevice, { id: devices[0]!.id, csrf_token: await tokenOf(browser) });
    expect(answer.refusal.code).toBe('NOT_FOUND');
    expect((await victim.browser.call(checkAuth)).body.isAuthenticated).toBe(true);
  });
});

describe('leaving', () => {
  it('takes everything along as one file', async () => {
    const { browser, email } = await signUp(test);
    const id = await aDraft(browser);
    const { response } = await browser.call(exportData);
    expect(response.headers['content-disposition']).toBe('attachment; filename="redress-data.json"');
    const data = JSON.parse(response.body) as { account: { email: string }; claims: { id: string }[] };
    expect(data.account.email).toBe(email);
    expect(data.claims.map((claim) => claim.id)).toEqual([id]);
  });

  it('takes each of many claims along once, also those that were begun at the same time', async () => {
    const { browser } = await signUp(test);
    const id = await aDraft(browser);
    await test.sql(
      `insert into claims.form_session select c.* from claims.form_session f cross join generate_series(1, 450) n
         cross join lateral jsonb_populate_record(f, jsonb_build_object('id', substr(md5(f.id || n), 1, 24),
           'created_at', f.created_at + (n / 60) * interval '1 second' + interval '7 microseconds')) c where f.id = $1`,
      [id],
    );
    const { response } = await browser.call(exportData);
    const { claims } = JSON.parse(response.body) as { claims: { id: string; created_at: string }[] };
    expect(new Set(claims.map((claim) => claim.id)).size).toBe(451);
    expect(claims).toHaveLength(451);
    expect(claims.map((claim) => claim.created_at)).toEqual(claims.map((claim) => claim.created_at).sort());
  });

  it('needs the password and the word, and leaves neither account nor drafts', async () => {
    const { browser, email } = await signUp(test);
    const id = await aDraft(browser);
    const wrong = await leave(browser, 'nope nope');
    expect(wrong.refusal.errors).toEqual({ password: 'The current password does not match' });
    expect((await leave(browser, PASSWORD)).status).toBe(200);
    expect((await browser.call(getActiveSessions, {})).refusal.code).toBe('NOT_SIGNED_IN');
    expect((await test.browser().call(login, { email, password: PASSWORD })).status).toBe(401);
    const rows = await test.sql('select 1 from claims.form_session where id = $1', [id]);
    expect(rows).toEqual([]);
  });

  it('takes back the mails that wait for the address, and no other', async () => {
    const [leaver, other] = [await signUp(test), await signUp(test)];
    for (const { browser, email } of [leaver, other]) {
      test.mailbox.refuse(email, 451);
      expect((await changePassword(browser)).status).toBe(200);
    }
    await test.runJobs();
    // They are opened a thousand at a time: as many stand before them.
    await test.sql(
      "insert into claims.mail select lpad(n::text, 24, '0'), 'other', null, n, 'waiting', null, 0, now() from generate_series(1, 1000) n",
    );
    await leave(leaver.browser, NEXT);
    const rows = await test.sql(
      "select template, sealed is null as erased from claims.mail where status in ('waiting', 'held') and template <> 'other' order by 1, 2",
    );
    expect(rows).toEqual([
      { template: 'account.account-deleted', erased: false },
      { template: 'account.password-changed', erased: false },
      { template: 'account.password-changed', erased: true },
    ]);
    await test.runJobs({ includeDelayed: true });
    const newest = [leaver, other].map(({ email }) => test.mailbox.to(email)[0]!.subject);
    expect(newest).toEqual(['Your account was deleted', 'Your password was changed']);
    expect(test.mailbox.to(leaver.email).map(({ subject }) => subject)).not.toContain('Your password was changed');
  });
});
