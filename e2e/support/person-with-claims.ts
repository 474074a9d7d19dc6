import { expect, type Browser, type BrowserContext } from '@playwright/test';
import { callApi, draftByApi, paidClaim, registerByApi, SMALL_CLAIMS } from './api-claim.ts';
import { endChangeWindow } from './database.ts';
import type { Program } from './program.ts';

/** Paths of the account area. */
export const SIGNED_IN = [
  '/dashboard',
  '/completed-sessions',
  '/demand-letters',
  '/court-documents',
  '/billing',
  '/settings',
  '/case',
];

export interface PersonWithClaims {
  cookies: Awaited<ReturnType<BrowserContext['cookies']>>;
  /** A claim whose letter is posted. */
  sentId: string;
  /** A paid claim with court papers, in its change window. */
  paidId: string;
  /** A claim that is answered up to the packages. */
  draftId: string;
}

/**
 * An account with a posted letter, a letter in its change window, and an unpaid claim.
 * @param answers - answers of the two claims that are not posted, in place of the usual ones
 * @param wanted - address of the account
 */
export async function aPersonWithClaims(
  browser: Browser,
  program: Program,
  answers: Record<string, unknown> = {},
  wanted?: string,
): Promise<PersonWithClaims> {
  const context = await browser.newContext({ baseURL: program.url });
  const page = await context.newPage();
  const address = await registerByApi(page, program, wanted);
  const sent = await paidClaim(page, program, address);
  await endChangeWindow(program, sent.demandId);
  const { formSessionId: paidId } = await paidClaim(page, program, address, SMALL_CLAIMS, answers);
  await expect(async () => {
    const { data } = await callApi<{ data: { status: string }[] }>(page, program, '/api/users/get_user_demands.php');
    expect(data.some(({ status }) => status === 'sent')).toBe(true);
  }).toPass({ timeout: 30_000 });
  const draftId = await draftByApi(page, program, undefined, answers);
  const cookies = await context.cookies();
  await context.close();
  return { cookies, sentId: sent.formSessionId, paidId, draftId };
}
