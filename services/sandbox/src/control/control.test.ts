import { get } from 'node:http';
import { createTransport } from 'nodemailer';
import { letterForm } from '../testing/letter-form.ts';
import { startTestSandbox, stopSandboxes, type TestSandbox } from '../testing/test-sandbox.ts';

afterEach(stopSandboxes);

const send = (sandbox: TestSandbox, to = 'ana@example.com') =>
  createTransport({ ...sandbox.world().smtp, ignoreTLS: true }).sendMail({ from: 'a@b.test', to, text: 'x' });

const mails = async (sandbox: TestSandbox) =>
  ((await (await fetch(`${sandbox.world().addresses.mailbox}/messages.json`)).json()) as unknown[]).length;

async function postLetter(sandbox: TestSandbox, key: string): Promise<{ status: number; id?: string }> {
  const response = await fetch(`${sandbox.world().addresses.lob}/v1/letters`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${sandbox.world().keys.lobApiKey}:`).toString('base64')}`,
      'idempotency-key': key,
    },
    body: letterForm(),
  });
  const { id } = (await response.json()) as { id?: string };
  return { status: response.status, ...(id ? { id } : {}) };
}

const letterCount = async (sandbox: TestSandbox) =>
  ((await (await fetch(`${sandbox.world().addresses.control}/letters`)).json()) as unknown[]).length;

it.each([['451'], ['550']] as const)('refuses a mail with %s once, and takes the next', async (kind) => {
  const sandbox = await startTestSandbox();
  await sandbox.turn('/faults', { service: 'smtp', kind });
  await expect(send(sandbox)).rejects.toMatchObject({ responseCode: Number(kind), code: 'EENVELOPE' });
  await send(sandbox);
  expect(await mails(sandbox)).toBe(1);
});

it('spoils only the mails that match', async () => {
  const sandbox = await startTestSandbox();
  await sandbox.turn('/faults', { service: 'smtp', kind: '550', match: 'bo@', times: 5 });
  await send(sandbox, 'ana@example.com');
  await expect(send(sandbox, 'bo@example.com')).rejects.toMatchObject({ responseCode: 550 });
});

it('keeps a mail whose answer is lost, so that sending again makes two', async () => {
  const sandbox = await startTestSandbox();
  await sandbox.turn('/faults', { service: 'smtp', kind: 'drop-after-commit' });
  await expect(send(sandbox)).rejects.toThrow();
  await send(sandbox);
  expect(await mails(sandbox)).toBe(2);
});

it.each([['500'], ['429']] as const)('answers a letter with %s before anything is done', async (kind) => {
  const sandbox = await startTestSandbox();
  await sandbox.turn('/faults', { service: 'lob', kind, match: 'POST /v1/letters' });
  expect((await postLetter(sandbox, 'k')).status).toBe(Number(kind));
  expect(await letterCount(sandbox)).toBe(0);
});

it('loses the answer after the letter was made; the same key finds it', async () => {
  const sandbox = await startTestSandbox();
  await sandbox.turn('/faults', { service: 'lob', kind: 'drop-after-commit' });
  await expect(postLetter(sandbox, 'k')).rejects.toThrow();
  expect((await postLetter(sandbox, 'k')).status).toBe(200);
  expect(await letterCount(sandbox)).toBe(1);
});

it('holds a call until it times out, and drops one', async () => {
  const sandbox = await startTestSandbox();
  const ask = () => fetch(`${sandbox.world().addresses.places}/maps/api/place/autocomplete/json?input=x`);
  await sandbox.turn('/faults', { service: 'places', kind: 'timeout', delayMs: 50 });
  await expect(ask()).rejects.toThrow('fetch failed');
  await sandbox.turn('/faults', { service: 'places', kind: 'drop' });
  await expect(ask()).rejects.toThrow('fetch failed');
  await sandbox.turn('/faults', { service: 'places', kind: 'slow', delayMs: 60 });
  const started = Date.now();
  expect((await ask()).status).toBe(200);
  expect(Date.now() - started).toBeGreaterThanOrEqual(50);
});

it('moves the clock forward by a step or to a day, and never back', async () => {
  const sandbox = await startTestSandbox({ now: () => new Date('2026-11-21T10:00:00Z') });
  expect((await sandbox.turn('/clock/advance', { ms: 3_600_000 })).body).toMatchObject({
    now: '2026-11-21T11:00:00.000Z',
  });
  expect((await sandbox.turn('/clock/advance', { to: '2026-12-01T00:00:00Z' })).body).toMatchObject({
    now: '2026-12-01T00:00:00.000Z',
  });
  expect((await sandbox.turn('/clock/advance', { to: '2026-11-01T00:00:00Z' })).status).toBe(409);
  expect((await sandbox.turn('/clock/advance', {})).status).toBe(422);
  const again = await sandbox.restart();
  expect(await (await fetch(`${again.world().addresses.control}/clock`)).json()).toMatchObject({
    now: '2026-12-01T00:00:00.000Z',
  });
});

it('lets the next letter end as chosen before it is made', async () => {
  const sandbox = await startTestSandbox();
  await sandbox.turn('/letters/next/outcome', { outcome: 'rejected' });
  const { id } = await postLetter(sandbox, 'a');
  await sandbox.turn('/clock/advance', { ms: 60_000 });
  const state = (await (await fetch(`${sandbox.world().addresses.control}/state`)).json()) as {
    letters: { letter: { id: string; status: string } }[];
  };
  expect(state.letters).toMatchObject([{ letter: { id, status: 'failed' } }]);
});

it('says what it does not understand, and what it does not have', async () => {
  const sandbox = await startTestSandbox();
  expect((await sandbox.turn('/faults', { service: 'fax', kind: '500' })).status).toBe(422);
  expect((await sandbox.turn('/webhooks', { service: 'lob', mode: 'twice' })).status).toBe(422);
  expect((await sandbox.turn('/letters/ltr_none/outcome', { outcome: 'lost' })).status).toBe(404);
});

it('can be changed from its own page, and from no other page', async () => {
  const sandbox = await startTestSandbox();
  const page = await fetch(sandbox.world().addresses.control);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await page.text()).toContain('Sandbox control');
  const byForm = await fetch(`${sandbox.world().addresses.control}/clock/advance`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ ms: '1000' }),
  });
  expect([byForm.status, byForm.headers.get('location')]).toEqual([303, '/']);
  const foreign = await sandbox.turn('/reset', {}, { 'sec-fetch-site': 'cross-site' });
  expect(foreign.status).toBe(403);
});

it('forgets everything on reset, and repeats no id', async () => {
  const sandbox = await startTestSandbox();
  const before = await postLetter(sandbox, 'k');
  await send(sandbox);
  await sandbox.turn('/reset', {});
  expect([await mails(sandbox), await letterCount(sandbox)]).toEqual([0, 0]);
  expect((await postLetter(sandbox, 'k')).id).not.toBe(before.id);
});

it('takes a further key beside the first, and then that one alone', async () => {
  const sandbox = await startTestSandbox();
  const { lobApiKey } = sandbox.world().keys;
  const ask = async (key: string) => {
    const authorization = `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
    return (await fetch(`${sandbox.world().addresses.lob}/v1/letters?limit=1`, { headers: { authorization } })).status;
  };
  expect([await ask(lobApiKey), await ask('test_next')]).toEqual([200, 401]);
  const issued = await sandbox.turn('/keys', { lobApiKey: ['test_next', lobApiKey] });
  expect(issued.body).toEqual({ issued: ['lobApiKey'] });
  expect([await ask(lobApiKey), await ask('test_next')]).toEqual([200, 200]);
  await sandbox.turn('/keys', { lobApiKey: ['test_next'] });
  expect([await ask(lobApiKey), await ask('test_next')]).toEqual([401, 200]);
  expect((await sandbox.turn('/keys', { lobApiKey: [] })).status).toBe(422);
});

it.each(['mailbox', 'stripe', 'lob', 'places', 'oidc', 'control'] as const)(
  'does not answer a name of elsewhere that was made to lead here: %s',
  async (name) => {
    const sandbox = await startTestSandbox();
    const address = sandbox.world().addresses[name];
    const statusFor = (host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        get(`${address}/.well-known/openid-configuration`, { headers: { host } }, (response) => {
          response.resume();
          resolve(response.statusCode);
        }).on('error', reject);
      });
    expect(await statusFor('attacker.example')).toBe(421);
    expect(await statusFor(`localhost:${new URL(address).port}`)).not.toBe(421);
  },
);
