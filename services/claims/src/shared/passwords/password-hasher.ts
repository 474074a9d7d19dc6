import { hash, verify } from '@node-rs/argon2';
import { AppError } from '@redress/contracts';

/** argon2id, OWASP's second choice of parameters: 19 MiB, two passes (11 ms here). */
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashing takes a core each; more at once only makes all of them wait, and costs 19 MiB each. */
const AT_ONCE = 2;
const WAITING_AT_MOST = 64;

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** With `stored` null the same work is done and the answer is no: an unknown address costs what a known one costs. */
  verify(stored: string | null, password: string): Promise<boolean>;
}

/** @throws {AppError} OVERLOADED (from both) when too many wait already */
export function createPasswordHasher(): PasswordHasher {
  let running = 0;
  const waiting: (() => void)[] = [];
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= AT_ONCE) {
      if (waiting.length >= WAITING_AT_MOST) {
        throw new AppError('OVERLOADED', { details: { reason: 'password checks' }, retryAfterSeconds: 2 });
      }
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
  // NFC: a keyboard that composes é and one that does not mean the same password.
  const normal = (password: string) => password.normalize('NFC');
  let unmatchable: Promise<string> | undefined;
  return {
    hash: (password) => inTurn(() => hash(normal(password), PARAMETERS)),
    verify: (stored, password) =>
      inTurn(async () => {
        unmatchable ??= hash('for addresses without an account', PARAMETERS);
        const right = await verify(stored ?? (await unmatchable), normal(password));
        return right && stored !== null;
      }),
  };
}
