import {
  checkAuth,
  checkEmail,
  checkSessionCode,
  login,
  logout,
  register,
  requestPasswordReset,
  resendCode,
  resetPassword,
  verifyEmail,
  verifyResetCode,
  viewUserData,
} from '@redress/contracts';
import { newAddress, PASSWORD, signUp, useTestApp, type TestClient } from '../../testing/index.ts';

const test = useTestApp({ config: { addressLimitFactor: 1000 } });

const otherThan = (code: string) => (code === '111111' ? '222222' : '111111');

const registered = async () => {
  const browser = test.browser();
  const email = newAddress();
  await browser.call(register, { email, password: PASSWORD });
  await test.runJobs();
  return { browser, email, code: test.mailbox.codeFor(email) };
};

describe('the log', () => {
  const refused = () =>
    test.logLines
      .map((line) => JSON.parse(line) as { event?: string; account?: string; network?: string })
      .filter(({ event }) => event?.endsWith('-refused'));

  it('tells of a refused sign-in whose it was, by digests and not by address', async () => {
    const { email } = await signUp(test);
    const before = refused().length;
    const another = newAddress();
    for (const asked of [email, email, another])
      await test.browser().call(login, { email: asked, password: 'a guess' });
    const lines = refused().slice(before);
    expect(lines.map(({ event }) => event)).toEqual(Array.from({ length: 3 }, () => 'password-refused'));
    const [one, two, three] = lines;
    for (const digest of [one!.account, one!.network]) expect(digest).toMatch(/^[0-9a-f]{16}$/);
    expect([two!.account, three!.network]).toEqual([one!.account, one!.network]);
    expect(three!.account).not.toBe(one!.account);
    expect(test.logLines.join('\n')).not.toContain(another);
  });

  it('tells of a wrong code', async () => {
    const before = refused().length;
    const { browser, email, code } = await registered();
    await browser.call(verifyEmail, { email, verification_code: otherThan(code) });
    expect(refused().slice(before)).toMatchObject([{ event: 'code-refused', kind: 'verify-email' }]);
  });
});

it('asks the browser at sign-out to forget the pages it keeps for its way back', async () => {
  const { browser } = await signUp(test);
  const { response } = await browser.call(logout);
  expect(response.headers['clear-site-data']).toBe('"cache"');
  expect((await browser.call(checkAuth)).response.headers['clear-site-data']).toBeUndefined();
});

describe('registering', () => {
  it('mails a code, and signs in whoever enters it', async () => {
    const { browser, email } = await signUp(test);
    const { body } = await browser.call(viewUserData);
    expect(body.user_data).toMatchObject({ email, email_verified: true, has_password: true });
    expect(body.user_data.display_name).toBe(email.split('@')[0]);
  });

  it('never sends the code over the wire', async () => {
    const browser = test.browser();
    const email = newAddress();
    const { response } = await browser.call(register, { email, password: PASSWORD });
    await test.runJobs();
    expect(response.body).not.toContain(test.mailbox.codeFor(email));
    expect((await browser.call(checkSessionCode)).response.body).not.toContain(test.mailbox.codeFor(email));
  });

  it('refuses a known address with another password, and signs in with its own', async () => {
    const { email } = await signUp(test);
    const stranger = await test.browser().call(register, { email, password: 'not the right one' });
    expect(stranger.refusal).toMatchObject({
      code: 'ACCOUNT_EXISTS',
      message: 'Looks like you already have an account. Please log in to continue.',
    });
    const owner = test.browser();
    const { body } = await owner.call(register, { email, password: PASSWORD });
    expect(body).toMatchObject({ action: 'skip_verification', skip_verification: true });
    expect((await owner.call(checkAuth)).body.isAuthenticated).toBe(true);
  });

  const mailsTo = (email: string) => test.mailbox.to(email).length;

  it('mails one code when the answer was lost and the same browser registers again or signs in', async () => {
    const browser = test.browser();
    const email = newAddress();
    for (const endpoint of [register, register, login, register, login])
      expect((await browser.call(endpoint, { email, password: PASSWORD })).body.requires_verification).toBe(true);
    await test.runJobs();
    expect(mailsTo(email)).toBe(1);
    const verification_code = test.mailbox.codeFor(email);
    expect((await browser.call(verifyEmail, { email, verification_code })).status).toBe(200);
  });

  it('mails one code when the same browser registers again before the first call is done', async () => {
    const browser = test.browser();
    const email = newAddress();
    await browser.call(checkAuth);
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => browser.copy().call(register, { email, password: PASSWORD })),
    );
    expect(answers.map(({ body }) => body.requires_verification)).toEqual([true, true, true]);
    await test.runJobs();
    expect(mailsTo(email)).toBe(1);
    const verification_code = test.mailbox.codeFor(email);
    expect((await browser.call(verifyEmail, { email, verification_code })).status).toBe(200);
  });

  it.each([
    ['half of its time is over', () => Promise.resolve(test.clock.advance({ minutes: 5 }))],
    [
      'it was entered wrongly',
      (browser: TestClient, email: string) =>
        browser.call(verifyEmail, { email, verification_code: otherThan(test.mailbox.codeFor(email)) }),
    ],
  ])('mails a new code, which says that it replaces the one before, when %s', async (_when, happen) => {
    const { browser, email, code: first } = await registered();
    await happen(browser, email);
    expect((await browser.call(register, { email, password: PASSWORD })).body.requires_verification).toBe(true);
    await test.runJobs();
    expect(mailsTo(email)).toBe(2);
    expect(test.mailbox.to(email)[0]?.text).toMatch(/only the newest code works/);
    const second = test.mailbox.codeFor(email);
    if (first !== second)
      expect((await browser.call(verifyEmail, { email, verification_code: first })).refusal.code).toBe('CODE_WRONG');
    expect((await browser.call(verifyEmail, { email, verification_code: second })).status).toBe(200);
  });

  it('mails a code to each browser that knows the password', async () => {
    const email = newAddress();
    await test.browser().call(register, { email, password: PASSWORD });
    await test.browser().call(register, { email, password: PASSWORD });
    await test.runJobs();
    expect(mailsTo(email)).toBe(2);
  });

  it.each(['password', 'Password', '12345678', 'qwertyuiop'])('refuses the common password %s', async (password) => {
    const { refusal } = await test.browser().call(register, { email: newAddress(), password });
    expect(refusal.errors?.['password']).toMatch(/common/);
  });

  it('makes one account of two registrations at once', async () => {
    const email = newAddress();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => test.browser().call(register, { email, password: PASSWORD })),
    );
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    const rows = await test.sql('select 1 from claims.account where email = $1', [email]);
    expect(rows).toHaveLength(1);
  });
});

describe('codes', () => {
  it('ends after ten minutes', async () => {
    const { browser, email, code } = await registered();
    test.clock.advance({ minutes: 10 });
    expect((await browser.call(verifyEmail, { email, verification_code: code })).refusal.code).toBe('CODE_EXPIRED');
    expect((await browser.call(checkSessionCode)).body.has_code).toBe(false);
  });

  it('takes five tries, and not even the right code after them', async () => {
    const { browser, email, code } = await registered();
    for (let tries = 0; tries < 5; tries += 1) {
      const { refusal } = await browser.call(verifyEmail, { email, verification_code: otherThan(code) });
      expect(refusal.code).toBe('CODE_WRONG');
    }
    test.clock.advance({ minutes: 4 });
    const { refusal } = await browser.call(verifyEmail, { email, verification_code: code });
    // Until this code ends; a new one can be asked for at once.
    expect(refusal).toMatchObject({ code: 'CODE_TRIES_USED', retryAfterSeconds: 6 * 60 });
  });

  it('looks at five of fifty guesses sent at once', async () => {
    const { browser, email, code } = await registered();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        browser.copy().callUntilTaken(verifyEmail, { email, verification_code: otherThan(code) }),
      ),
    );
    const codes = answers.map(({ refusal }) => refusal.code);
    expect(codes.filter((refused) => refused === 'CODE_WRONG')).toHaveLength(5);
    expect(codes.filter((refused) => refused === 'CODE_TRIES_USED')).toHaveLength(45);
  });

  it('leads in again where the answer was lost, with one session of it, until that is ended', async () => {
    const { browser, email, code } = await registered();
    const [lost, other] = [browser.copy(), browser.copy()];
    const enter = (by: TestClient, verification_code = code) => by.call(verifyEmail, { email, verification_code });
    expect((await enter(lost)).status).toBe(200);
    expect((await enter(test.browser())).refusal.code).toBe('CODE_WRONG');
    expect((await enter(browser)).status).toBe(200);
    expect((await browser.call(checkAuth)).body.isAuthenticated).toBe(true);
    expect((await lost.call(checkAuth)).body.isAuthenticated).toBe(false);
    await browser.call(logout);
    expect((await enter(other)).refusal.code).toBe('CODE_WRONG');
  });

  it('leaves one session when the right code is sent three times at once, counts each try, and ends after ten minutes', async () => {
    const { browser, email, code } = await registered();
    const browsers = [1, 2, 3].map(() => browser.copy());
    const answers = await Promise.all(browsers.map((one) => one.call(verifyEmail, { email, verification_code: code })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const seen = await Promise.all(browsers.map((one) => one.call(checkAuth)));
    expect(seen.filter(({ body }) => body.isAuthenticated)).toHaveLength(1);
    const enter = (typed: string) => browser.call(verifyEmail, { email, verification_code: typed });
    expect((await enter(otherThan(code))).refusal.code).toBe('CODE_WRONG');
    test.clock.advance({ minutes: 10 });
    expect((await enter(code)).refusal.code).toBe('CODE_EXPIRED');
    expect((await enter(code)).refusal.code).toBe('CODE_TRIES_USED');
  });

  it('is worth nothing in another browser, whose guesses cost the owner no try', async () => {
    const { browser, email, code } = await registered();
    for (let tries = 0; tries < 8; tries += 1) {
      const { refusal } = await test.browser().call(verifyEmail, { email, verification_code: code });
      expect(refusal.code).toBe('CODE_WRONG');
    }
    expect((await browser.call(verifyEmail, { email, verification_code: code })).status).toBe(200);
  });

  it('of one purpose does not serve another', async () => {
    const { browser, email, code } = await registered();
    const answer = await browser.call(resetPassword, { email, code, newPassword: 'another good one' });
    expect(answer.refusal.code).toBe('CODE_WRONG');
  });

  it('is known to this browser after a reload, and to no other', async () => {
    const { browser, email } = await registered();
    expect((await browser.call(checkSessionCode)).body).toMatchObject({ has_code: true, email });
    expect((await test.browser().call(checkSessionCode)).body.has_code).toBe(false);
  });

  it('is sent again to the browser that proved the password; others get the same answer and no code', async () => {
    const { browser, email, code } = await registered();
    const stranger = await test.browser().call(resendCode, { email });
    await test.runJobs();
    expect(() => test.mailbox.codeFor(email)).toThrow();
    const owner = await browser.call(resendCode, { email });
    await test.runJobs();
    expect(owner.response.body).toBe(stranger.response.body);
    const fresh = test.mailbox.codeFor(email);
    expect((await browser.call(verifyEmail, { email, verification_code: fresh })).status).toBe(200);
    expect(code).toMatch(/^\d{6}$/);
  });

  it('is refused to an address that was sent three within the hour', async () => {
    const email = newAddress();
    const answers = [];
    for (let asked = 0; asked < 4; asked += 1) answers.push(await test.browser().call(resendCode, { email }));
    expect(answers.slice(0, 3).map(({ status }) => status)).toEqual(Array(3).fill(200));
    expect(answers[3]?.refusal.code).toBe('RATE_LIMITED');
    expect(Number(answers[3]?.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('signing in', () => {
  it('means the same address however its letters are composed', async () => {
    const address = newAddress();
    const [composed, apart] = ['zo\u00eb', 'zoe\u0308'].map((name) => `${name}-${address}`);
    await signUp(test, { email: composed! });
    const again = await test.browser().call(register, { email: apart!, password: 'another long one' });
    expect(again.refusal.code).toBe('ACCOUNT_EXISTS');
    expect((await test.browser().call(login, { email: apart!, password: PASSWORD })).body.action).toBe('signed_in');
  });

  it('refuses NUL wherever it stands', async () => {
    const email = newAddress();
    for (const body of [
      { email: `\0${email}`, password: PASSWORD },
      { email, password: `${PASSWORD}\0` },
    ]) {
      expect((await test.browser().call(register, body)).status).toBe(400);
    }
  });

  it('refuses the name of the product as a password, however it is dressed', async () => {
    for (const password of ['redress', 'Redress2026!', 're-dress', '***REDRESS***']) {
      const { refusal } = await test.browser().call(register, { email: newAddress(), password });
      expect(refusal.errors?.['password']).toMatch(/harder to guess/);
    }
  });

  it('answers a wrong password and an unknown address alike', async () => {
    const { email } = await signUp(test);
    const known = await test.browser().call(login, { email, password: 'wrong wrong' });
    const unknown = await test.browser().call(login, { email: newAddress(), password: 'wrong wrong' });
    const { errorId: _a, ...first } = known.refusal;
    const { errorId: _b, ...second } = unknown.refusal;
    expect(first).toEqual(second);
    expect(known.status).toBe(401);
  });

  it('gives every sign-in a new session, and ends the one this browser had', async () => {
    const { browser, email } = await signUp(test);
    const before = browser.copy();
    await browser.call(login, { email, password: PASSWORD });
    expect([...browser.cookies.values()]).not.toEqual([...before.cookies.values()]);
    expect((await before.call(checkAuth)).body.isAuthenticated).toBe(false);
    expect((await browser.call(checkAuth)).body.isAuthenticated).toBe(true);
  });

  it('blocks guesses from many unknown browsers, and never the owner', async () => {
    const { browser, email } = await signUp(test);
    await browser.call(logout);
    const guesses = [];
    for (let place = 0; place < 14; place += 1) {
      const stranger = test.browser();
      stranger.ip = `10.0.${place}.1`;
      guesses.push(await stranger.call(login, { email, password: `guess ${place}` }));
    }
    expect(guesses.map(({ status }) => status)).toEqual([...Array(10).fill(401), ...Array(4).fill(429)]);
    // Even the right password from an unknown browser waits, so that a guesser learns nothing.
    expect((await test.browser().call(login, { email, password: PASSWORD })).status).toBe(429);
    expect((await browser.call(login, { email, password: PASSWORD })).status).toBe(200);
  });

  it('asks an unconfirmed account for its code first', async () => {
    const email = newAddress();
    await test.browser().call(register, { email, password: PASSWORD });
    await test.runJobs();
    const browser = test.browser();
    expect((await browser.call(login, { email, password: PASSWORD })).body.action).toBe('requires_verification');
    expect((await browser.call(checkAuth)).body.isAuthenticated).toBe(false);
    await test.runJobs();
    await browser.call(verifyEmail, { email, verification_code: test.mailbox.codeFor(email) });
    expect((await browser.call(checkAuth)).body.isAuthenticated).toBe(true);
  });

  it('shows a person what is theirs also while nothing of the session can be written', async () => {
    const { browser, email } = await signUp(test);
    test.clock.advance({ minutes: 10 });
    const holder = await test.database.database.pool.connect();
    await holder.query('begin; select 1 from claims.user_session for update');
    expect((await browser.call(viewUserData)).body.user_data).toMatchObject({ email });
    await holder.query('rollback');
    holder.release();
  });

  it('ends a session that was left alone, and one that has lasted long enough', async () => {
    const idle = await signUp(test);
    test.clock.advance({ days: 14, minutes: 1 });
    expect((await idle.browser.call(checkAuth)).body.isAuthenticated).toBe(false);
    const busy = await signUp(test);
    for (let week = 0; week < 8; week += 1) {
      expect((await busy.browser.call(checkAuth)).body.isAuthenticated).toBe(true);
      test.clock.advance({ days: 7 });
    }
    test.clock.advance({ days: 4, minutes: 1 });
    expect((await busy.browser.call(checkAuth)).body.isAuthenticated).toBe(false);
  });

  it('signs out by a same-origin GET only', async () => {
    const { browser } = await signUp(test);
    const copy = browser.copy();
    const foreign = await browser.call(logout, undefined, { headers: { 'sec-fetch-site': 'cross-site' } });
    expect(foreign.refusal.code).toBe('CROSS_SITE');
    expect((await browser.call(logout)).status).toBe(200);
    expect((await copy.call(checkAuth)).body.isAuthenticated).toBe(false);
  });
});

describe('password reset', () => {
  it('sets a new password by code, ends every session and notifies the owner', async () => {
    const { browser, email } = await signUp(test);
    const forgetful = test.browser();
    await forgetful.call(requestPasswordReset, { email });
    await test.runJobs();
    const code = test.mailbox.codeFor(email);
    expect((await forgetful.call(verifyResetCode, { email, code })).status).toBe(200);
    const answer = await forgetful.call(resetPassword, { email, code, newPassword: 'another good one' });
    expect(answer.status).toBe(200);
    expect((await browser.call(checkAuth)).body.isAuthenticated).toBe(false);
    expect((await test.browser().call(login, { email, password: PASSWORD })).status).toBe(401);
    expect((await test.browser().call(login, { email, password: 'another good one' })).status).toBe(200);
    await test.runJobs();
    expect(test.mailbox.to(email)[0]?.subject).toBe('Your password was changed');
    // The same again, whose answer was lost, changes nothing; another password needs another code.
    const mailed = test.mailbox.to(email).length;
    const again = (newPassword: string) => forgetful.call(resetPassword, { email, code, newPassword });
    expect((await again('another good one')).status).toBe(200);
    expect((await again('a third good one')).refusal.code).toBe('CODE_WRONG');
    await test.runJobs();
    expect(test.mailbox.to(email)).toHaveLength(mailed);
  });

  it('lets nobody in by a password that another takes the place of while it is looked at', async () => {
    const [{ email }, { pool }] = [await signUp(test), test.database.database];
    const owner = await pool.connect();
    await owner.query(`begin; update claims.account set password_hash = 'another' where email = '${email}'`);
    const late = test.browser().call(login, { email, password: PASSWORD });
    while (!(await pool.query(`select from pg_stat_activity where pg_blocking_pids(pid) <> '{}'`)).rowCount);
    await owner.query('commit');
    owner.release();
    expect((await late).status).toBe(401);
  });

  it('answers alike for an address without account, which gets a notice and no code', async () => {
    const { email } = await signUp(test);
    const nobody = newAddress();
    const known = await test.browser().call(requestPasswordReset, { email });
    const unknown = await test.browser().call(requestPasswordReset, { email: nobody });
    expect(known.response.body).toBe(unknown.response.body);
    await test.runJobs();
    expect(test.mailbox.to(nobody)[0]?.subject).toMatch(/no account/);
    expect(() => test.mailbox.codeFor(nobody)).toThrow();
  });

  it('takes over an account that somebody else registered with this address and never confirmed', async () => {
    const email = newAddress();
    const hijacker = test.browser();
    await hijacker.call(register, { email, password: 'the hijacker knows' });
    await test.runJobs();
    const owner = test.browser();
    await owner.call(requestPasswordReset, { email });
    await test.runJobs();
    await owner.call(resetPassword, { email, code: test.mailbox.codeFor(email), newPassword: 'only the owner knows' });
    expect((await hijacker.call(login, { email, password: 'the hijacker knows' })).status).toBe(401);
    expect((await owner.call(login, { email, password: 'only the owner knows' })).body.action).toBe('signed_in');
  });
});

describe('whether an address has an account', () => {
  it.each(['10.9.0.1', '2001:db8:7:11#::#'])('is limited alike for a program that keeps no cookie: %s', async (ip) => {
    const statuses: number[] = [];
    for (let asked = 0; asked < 12; asked += 1) {
      const forgetful = test.browser();
      forgetful.ip = ip.replaceAll('#', asked.toString(16));
      statuses.push((await forgetful.call(checkEmail, { email: newAddress() })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
  });

  it('is answered for ten different addresses in a quarter of an hour', async () => {
    const browser = test.browser();
    const { email } = await signUp(test);
    expect((await browser.call(checkEmail, { email })).body.user_exists).toBe(true);
    const others = Array.from({ length: 9 }, newAddress);
    for (const other of others) expect((await browser.call(checkEmail, { email: other })).body.user_exists).toBe(false);
    expect((await browser.call(checkEmail, { email })).status).toBe(200);
    expect((await browser.call(checkEmail, { email: newAddress() })).refusal.code).toBe('RATE_LIMITED');
    test.clock.advance({ minutes: 15, seconds: 1 });
    expect((await browser.call(checkEmail, { email: newAddress() })).status).toBe(200);
  });
});

describe('mail', () => {
  it('is tried again after a 4xx and given up after a 5xx', async () => {
    const later = newAddress();
    const never = newAddress();
    test.mailbox.refuse(later, 451);
    test.mailbox.refuse(never, 550, 10);
    await test.browser().call(register, { email: later, password: PASSWORD });
    await test.browser().call(register, { email: never, password: PASSWORD });
    await test.runJobs({ includeDelayed: true });
    expect(test.mailbox.codeFor(later)).toMatch(/^\d{6}$/);
    const rows = await test.sql("select status, last_error, sealed from claims.mail where last_error = '550'");
    expect(rows).toEqual([{ status: 'failed', last_error: '550', sealed: null }]);
  });

  it('brings no code that has ended while it waited, and keeps nothing of it', async () => {
    const email = newAddress();
    test.mailbox.refuse(email, 451);
    await test.browser().call(register, { email, password: PASSWORD });
    await test.runJobs();
    test.clock.advance({ minutes: 10 });
    await test.runJobs({ includeDelayed: true });
    expect(test.mailbox.to(email)).toEqual([]);
    const rows = await test.sql("select sealed from claims.mail where status = 'held'");
    expect(rows).toEqual([{ sealed: null }]);
  });

  it('keeps neither address nor code once it is out, and carries an id of our row', async () => {
    const email = newAddress();
    await test.browser().call(register, { email, password: PASSWORD });
    await test.runJobs();
    const rows = await test.sql(
      "select id, sealed from claims.mail where status = 'sent' order by created_at desc, id",
    );
    expect(rows.every(({ sealed }) => sealed === null)).toBe(true);
    const { messageId } = test.mailbox.to(email)[0]!;
    expect(rows.map(({ id }) => `<${id}@redress.test>`)).toContain(messageId);
  });
});
