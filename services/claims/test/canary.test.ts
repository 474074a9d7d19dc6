/** Personal data is put in everywhere it can be, and looked for everywhere it must not be. */
import {
  checkEmail,
  createEditSession,
  csrfToken,
  exportData,
  getActiveSessions,
  getSettings,
  login,
  places,
  register,
  requestPasswordReset,
  reviewCase,
  saveFormData,
  search,
  updateSettings,
  verifyEmail,
} from '@redress/contracts';
import { aClaim, aDraft, aSignature, signUp, useTestApp } from '../src/testing/index.ts';

const CANARY = 'quetzalcoatl';
const EMAIL = `${CANARY}@example.org`;
const PASSWORD = `${CANARY} has a password`;
const PHONE = '5559871234';

const test = useTestApp({ providers: { places: { baseUrl: 'http://127.0.0.1:9', key: `${CANARY}-key` } } });

const dump = async (table: string): Promise<string> => JSON.stringify(await test.sql(`select * from ${table}`));

it('leaves no trace of a person in logs, metrics, limits, events, jobs or mail rows', async () => {
  const browser = test.browser();
  const answers = aClaim({
    firstname: CANARY,
    defendantLastname: CANARY,
    email: EMAIL,
    phonenumber: PHONE,
    claimDescription: `${CANARY} ${PHONE}`,
    address: `${CANARY} street`,
    signature: aSignature(),
  });
  const id = await aDraft(browser, answers);
  await browser.call(checkEmail, { email: EMAIL });
  await browser.call(register, { email: EMAIL, password: PASSWORD });
  await test.runJobs();
  const code = test.mailbox.codeFor(EMAIL);
  await browser.call(verifyEmail, { email: EMAIL, verification_code: code });
  await browser.call(login, { email: EMAIL, password: `${CANARY} wrong` });
  await browser.call(requestPasswordReset, { email: EMAIL });
  await browser.call(reviewCase, { form_session_id: id, stage: 'letter' });
  await browser.call(search, { q: CANARY });
  await browser.call(places, { type: 'autocomplete', input: `${CANARY} street`, sessiontoken: 't' });
  await browser.call(saveFormData, { form_session_id: id, claimDescription: 'x'.repeat(30_000), firstname: CANARY });
  const token = (await browser.call(csrfToken)).body.csrf_token;
  await browser.call(updateSettings, {
    firstName: CANARY,
    lastName: '',
    email: EMAIL,
    phoneNumber: PHONE,
    csrf_token: token,
  });
  await browser.call(getSettings);
  await browser.call(getActiveSessions, {});
  await browser.call(createEditSession, { original_session_id: id });
  await browser.call(exportData);
  await browser.send('GET', `/api/${CANARY}?email=${EMAIL}`);
  // A fault in the middle: what PostgreSQL says about a row must not reach the log either.
  await test.sql('alter table claims.form_session add constraint broken check (revision < 2)');
  const failed = await browser.call(saveFormData, { form_session_id: id, firstname: `${CANARY} again` });
  expect(failed.status).toBe(500);
  await test.sql('alter table claims.form_session drop constraint broken');
  await test.runJobs();

  const secrets = [CANARY, PHONE, code, PASSWORD, ...browser.cookies.values(), token];
  const places_ = {
    log: test.logLines.join('\n'),
    metrics: await test.claims.platform.metrics.render(),
    limits: await dump('claims.rate_limit'),
    events: await dump('claims.event'),
    mails: await dump('claims.mail'),
    codes: await dump('claims.code'),
    jobs: await dump('claims_jobs.job'),
    sessions: await dump('claims.user_session'),
  };
  for (const [place, content] of Object.entries(places_)) {
    for (const secret of secrets) expect([place, content.includes(secret)]).toEqual([place, false]);
  }
  expect(test.logLines.length).toBeGreaterThan(10);
});

it('writes an audit row for every change of state, with who and in which request', async () => {
  const { browser } = await signUp(test);
  await aDraft(browser);
  const rows = await test.sql<{ kind: string; actor_id: string; request_id: string }>(
    'select kind, actor_id, request_id from claims.event order by id',
  );
  expect(new Set(rows.map(({ kind }) => kind))).toEqual(
    new Set([
      'account.registered',
      'account.verified',
      'account.signed-in',
      'account.details-changed',
      'form-session.created',
      'form-session.advanced',
      'form-session.adopted',
    ]),
  );
  expect(rows.every(({ actor_id, request_id }) => actor_id && request_id)).toBe(true);
});
