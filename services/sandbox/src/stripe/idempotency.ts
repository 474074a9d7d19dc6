import { createHash } from 'node:crypto';
import type { World } from '../world/world.ts';
import { StripeRefusal } from './errors.ts';

interface KeptAnswer {
  fingerprint: string;
  status: number;
  body: unknown;
  requestId: string;
  at: number;
}

const KEPT_FOR_MS = 24 * 60 * 60_000;
const LONGEST_KEY = 255;

const fingerprintOf = (request: string) => createHash('sha256').update(request).digest('base64');

/** The first answer given under each `Idempotency-Key`: its status and body come back for a day, a 500 included. */
export function createIdempotencyLog({ store, clock }: World) {
  const isOver = ({ at }: KeptAnswer) => clock.now() - at > KEPT_FOR_MS;
  const answers = store.collection<KeptAnswer>('stripe.idempotency', { most: 0, isOver });
  return {
    /** @throws {StripeRefusal} `idempotency_error` when the key stood for another request. */
    find(key: string, request: string): KeptAnswer | undefined {
      if (key.length > LONGEST_KEY) {
        throw new StripeRefusal(400, {
          type: 'invalid_request_error',
          message: `Idempotency keys must be ${LONGEST_KEY} characters or fewer.`,
        });
      }
      const kept = answers.get(key);
      if (!kept) return undefined;
      if (isOver(kept)) {
        answers.delete(key);
        return undefined;
      }
      if (kept.fingerprint !== fingerprintOf(request)) {
        throw new StripeRefusal(400, {
          type: 'idempotency_error',
          message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        });
      }
      return kept;
    },
    keep: (key: string, request: string, answer: Pick<KeptAnswer, 'status' | 'body' | 'requestId'>) =>
      void answers.put(key, { ...answer, fingerprint: fingerprintOf(request), at: clock.now() }),
  };
}
export type IdempotencyLog = ReturnType<typeof createIdempotencyLog>;
