import { register, verifyEmail } from '@redress/contracts';
import type { TestApp } from './test-app.ts';
import type { TestClient } from './test-client.ts';

export const PASSWORD = 'a long walk in march';

let count = 0;
/** An address not used before in this process. */
export const newAddress = (): string => `person${(count += 1)}-${process.pid}@example.org`;

/** Registers an address in a browser and enters the mailed code. */
export async function signUp(
  test: TestApp,
  {
    browser = test.browser(),
    email = newAddress(),
    password = PASSWORD,
    formSessionId,
  }: {
    browser?: TestClient;
    email?: string;
    password?: string;
    formSessionId?: string;
  } = {},
): Promise<{ browser: TestClient; email: string; password: string }> {
  const named = formSessionId ? { form_session_id: formSessionId } : {};
  const registered = await browser.call(register, { email, password, ...named });
  if (registered.status !== 200) throw new Error(`register: ${JSON.stringify(registered.refusal)}`);
  await test.runJobs();
  // A worker of the same process may have been faster, and not be done yet.
  await test.mailbox.arrival(email);
  const verified = await browser.call(verifyEmail, { email, verification_code: test.mailbox.codeFor(email), ...named });
  if (verified.status !== 200) throw new Error(`verify: ${JSON.stringify(verified.refusal)}`);
  return { browser, email, password };
}
