import { createTransport } from 'nodemailer';
import { startTestSandbox, stopSandboxes, type TestSandbox } from '../testing/test-sandbox.ts';

afterEach(stopSandboxes);

const send = (sandbox: TestSandbox, mail: { to: string; text?: string; html?: string; subject?: string }) =>
  createTransport({ ...sandbox.world().smtp, ignoreTLS: true }).sendMail({
    from: 'Redress <no-reply@redress.test>',
    subject: 'Your code',
    text: 'Your code is\n\n482913\n\nIt holds for ten minutes.',
    ...mail,
  });

const messages = async (sandbox: TestSandbox, to = '') =>
  (await (await fetch(`${sandbox.world().addresses.mailbox}/messages.json?to=${encodeURIComponent(to)}`)).json()) as {
    id: string;
    to: string;
    subject: string;
    text: string;
    html: string;
  }[];

it('lists the mails to one address, newest first', async () => {
  const sandbox = await startTestSandbox();
  await send(sandbox, { to: 'ana@example.com', subject: 'first' });
  await send(sandbox, { to: 'bo@example.com' });
  await send(sandbox, { to: 'Ana@example.com', subject: 'Zażółć – second' });
  expect((await messages(sandbox, 'ana@example.com')).map((mail) => mail.subject)).toEqual([
    'Zażółć – second',
    'first',
  ]);
  expect(await messages(sandbox)).toHaveLength(3);
});

it('keeps every mail it has accepted over a restart', async () => {
  const sandbox = await startTestSandbox();
  await send(sandbox, { to: 'ana@example.com' });
  const again = await sandbox.restart();
  expect(await messages(again, 'ana@example.com')).toMatchObject([{ text: expect.stringContaining('482913') }]);
});

it('shows the code on the list, and a mail’s HTML only where nothing can run', async () => {
  const sandbox = await startTestSandbox();
  await send(sandbox, { to: 'ana@example.com', html: '<b>482913</b><script>document.title = 1</script>' });
  const list = await (await fetch(sandbox.world().addresses.mailbox)).text();
  expect(list).toContain('482913</span>');
  const [mail] = await messages(sandbox);
  const body = await fetch(`${sandbox.world().addresses.mailbox}/messages/${mail!.id}/body`);
  expect(body.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
});

it('refuses a login with a password that the world does not have, while it changes and after', async () => {
  const sandbox = await startTestSandbox({ keys: { smtpPassword: 'first' } });
  const login = (pass: string) =>
    createTransport({ ...sandbox.world().smtp, ignoreTLS: true, auth: { user: 'redress', pass } })
      .verify()
      .then(
        () => 'in',
        (error: { responseCode?: number }) => error.responseCode,
      );
  const issue = (...smtpPassword: string[]) => sandbox.turn('/keys', { smtpPassword });
  expect([await login('first'), await login('second')]).toEqual(['in', 535]);
  await issue('first', 'second');
  expect([await login('first'), await login('second')]).toEqual(['in', 'in']);
  await issue('second');
  expect([await login('first'), await login('second')]).toEqual([535, 'in']);
});

it('is empty after DELETE', async () => {
  const sandbox = await startTestSandbox();
  await send(sandbox, { to: 'ana@example.com' });
  await fetch(`${sandbox.world().addresses.mailbox}/messages.json`, { method: 'DELETE' });
  expect(await messages(sandbox)).toEqual([]);
});
