import { setTimeout as wait } from 'node:timers/promises';
import { carriedLetters } from '../drill/books.ts';
import { callApi, paidClaim, registerByApi, type Caller, type PaidClaim } from '../support/api-claim.ts';
import { Client } from '../support/client.ts';
import { endChangeWindow, select } from '../support/database.ts';
import { mailedCode, newAddress } from '../support/people.ts';
import type { Program } from '../support/program.ts';

const AT_ONCE = 3;
const PAUSE_MS = 1_000;
const POSTED_WITHIN_MS = 120_000;

/** A registration that was refused may stand all the same. Made again, it mails another code, and the one before is wrong from then on. */
async function register(program: Program, caller: Caller): Promise<string> {
  const email = newAddress();
  try {
    return await registerByApi(caller, program, email);
  } catch (error) {
    if (!(error as Error).message.includes('verify.php answered 422')) throw error;
    const verification_code = await mailedCode(program, email, 1);
    await callApi(caller, program, '/api/register/verify.php', { email, verification_code });
    return email;
  }
}

async function claim(program: Program, caller: Caller): Promise<PaidClaim> {
  const address = await register(program, caller);
  const paid = await paidClaim(caller, program, address);
  // The letter is posted by whichever worker takes the job.
  await endChangeWindow(program, paid.demandId);
  return paid;
}

/** People who pay for claims and approve their letters, one after the other. */
export function startClaimants(program: Program) {
  /** Claims whose approval was acknowledged. */
  const claims: PaidClaim[] = [];
  /** Calls that were refused for good or failed, each with its cause. */
  const failed: string[] = [];
  /** Calls that were told to come later, and came. */
  const cameAgain: string[] = [];
  let isOver = false;
  const person = async () => {
    while (!isOver) {
      const refused = (path: string, seconds: number) => cameAgain.push(`${path} after ${seconds} s`);
      try {
        claims.push(await claim(program, new Client(program.url, program.origin, { refused })));
      } catch (error) {
        failed.push((error as Error).message.split('\n').slice(0, 12).join(' '));
      }
      await wait(PAUSE_MS);
    }
  };
  const people = Array.from({ length: AT_ONCE }, person);
  return {
    claims,
    failed,
    cameAgain,
    /** Begins no more claims, and waits for those under way. */
    async end(): Promise<void> {
      isOver = true;
      await Promise.all(people);
    },
  };
}

/**
 * Waits until the letters of these claims are with the carrier, and counts them in its books: each mailing must be there once.
 * @param sandboxFolder - `DATA_DIR` of the sandbox
 */
export async function countPosted(program: Program, sandboxFolder: string, claims: readonly PaidClaim[]) {
  const sql = 'select id from claims.mailing where letter_id = any($1)';
  const letters = claims.map(({ demandId }) => demandId);
  for (const limit = Date.now() + POSTED_WITHIN_MS; ; await wait(500)) {
    const mailings = await select<{ id: string }>(program, sql, [letters]);
    const carried = carriedLetters({ dataDir: sandboxFolder });
    const counts = mailings.map(({ id }) => carried.get(id) ?? 0);
    const missing = counts.filter((count) => count === 0).length + Math.max(0, claims.length - mailings.length);
    const twice = counts.filter((count) => count > 1).length;
    if (missing === 0 || Date.now() > limit) return { mailings: mailings.length, missing, twice };
  }
}
