import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { callApi, registerByApi } from './api-claim.ts';
import { PASSWORD } from './people.ts';
import type { Program } from './program.ts';

/** A person with an account, and with another device from which the sessions of every other one can be ended. */
export async function personElsewhere(browser: Browser, program: Program) {
  const context = await browser.newContext({ baseURL: program.url });
  const there = await context.newPage();
  const address = await registerByApi(there, program);
  return {
    address,
    /** Signs a browser in without its sign-in page. */
    async signIn(other: BrowserContext): Promise<void> {
      const page = await other.newPage();
      await callApi(page, program, '/api/login.php', { email: address, password: PASSWORD });
      await page.close();
    },
    async endSessions(): Promise<void> {
      const { csrf_token } = await callApi<{ csrf_token: string }>(there, program, '/api/csrf_token.php');
      await callApi(there, program, '/api/account/devices/revoke', { id: 'others', csrf_token });
    },
    close: () => context.close(),
  };
}

export type PersonElsewhere = Awaited<ReturnType<typeof personElsewhere>>;

/** Where the page says that the session has ended. */
export async function signInAgain(page: Page, address: string, button = 'Log in to go on'): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).first().click();
  const gate = page.getByRole('dialog', { name: 'Log in to Redress' });
  await gate.getByLabel('E-mail').fill(address);
  await gate.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await gate.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(gate).toBeHidden();
}
