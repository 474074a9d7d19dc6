import { expect, type Page } from '@playwright/test';
import type { Program } from './program.ts';

export const PASSWORD = 'correct horse battery';
let count = 0;

/** An address not used before on this program, not even by another worker. */
export const newAddress = (): string => `zoe.${Date.now()}.${process.pid}.${(count += 1)}@example.com`;

interface Mail {
  id: string;
  subject: string;
  text: string;
  html: string;
}

export async function mailsTo({ world }: Program, address: string): Promise<Mail[]> {
  const response = await fetch(`${world.mailbox}/messages.json?to=${encodeURIComponent(address)}`);
  return (await response.json()) as Mail[];
}

/** The six digits of the newest mail to an address, once it has arrived. */
export async function mailedCode(program: Program, address: string, after = 0): Promise<string> {
  let code: string | undefined;
  await expect(async () => {
    const mails = await mailsTo(program, address);
    expect(mails.length).toBeGreaterThan(after);
    code = /\b(\d{6})\b/.exec(mails[0]?.text ?? '')?.[1];
    expect(code).toBeDefined();
  }).toPass({ timeout: 15_000 });
  return code ?? '';
}

/** Through the account gate of the wizard: a new account, proven by the mailed code. */
export async function registerAtGate(page: Page, program: Program, address: string): Promise<void> {
  const gate = page.getByRole('dialog', { name: 'Save Your Progress' });
  await gate.getByLabel('E-mail').fill(address);
  await gate.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await gate.getByRole('button', { name: 'Create account' }).click();
  const verification = page.getByRole('dialog', { name: 'Email Verification' });
  await verification.getByLabel('Verification code').fill(await mailedCode(program, address));
  await verification.getByRole('button', { name: 'Verify' }).click();
  await expect(verification).toBeHidden();
}

export async function logIn(page: Page, address: string, password = PASSWORD): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('E-mail').fill(address);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
}
