import { useTestApp } from '../../testing/index.ts';
import { emailCode, emailNotice } from '../../shared/account-emails.ts';

const test = useTestApp({ roles: ['claims', 'worker'] });

const received = (address: string) => test.mailbox.received.findIndex(({ to }) => to === address);

it('sends a code for a new account before the mails and codes that were asked for earlier', async () => {
  const { platform } = test.claims;
  await platform.db.transaction().execute(async (trx) => {
    for (let index = 0; index < 150; index += 1) {
      const to = `person${index}@example.org`;
      await emailNotice(trx, platform, { notice: 'password-changed', to });
      await emailCode(trx, platform, { purpose: 'reset-password', to, code: '123456' });
    }
    await emailCode(trx, platform, { purpose: 'verify-email', to: 'new@example.org', code: '654321' });
  });
  await test.mailbox.arrival('new@example.org');
  expect(received('new@example.org')).toBeLessThan(100);
});
