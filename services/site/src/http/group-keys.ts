import { GROUP_KEYS_PATH, PassKeys } from '@redress/contracts/passes';
import type { Logger } from '@redress/telemetry/server';
import * as z from 'zod/mini';
import type { AskClaims } from './ask-claims.ts';
import { keyIdOf } from './passes.ts';

/** Asks the claims service which keys sign passes of groups. @throws when it cannot be asked */
export type AskForGroupKeys = (signal: AbortSignal) => Promise<PassKeys>;

export const groupKeysFrom = (claims: AskClaims): AskForGroupKeys =>
  claims(GROUP_KEYS_PATH, (body) => z.parse(z.object({ keys: PassKeys }), body).keys);

const LIMIT_MS = 2_000;
/** Passes that an unknown key signed are a reason to ask again, whoever made them up: so often at most. */
const AGAIN_MS = 10_000;

/** @param ask - `null`: no service says it, and no account is in a group */
export function createGroupKeys(ask: AskForGroupKeys | null, logger: Logger, now = Date.now) {
  let keys: PassKeys = {};
  let askedAt = -Infinity;
  /** Asks; without an answer the keys before stay. */
  const refresh = async () => {
    if (!ask) return;
    askedAt = now();
    try {
      keys = await ask(AbortSignal.timeout(LIMIT_MS));
    } catch (error) {
      logger.warn({ err: error }, 'who is in a group of accounts is not known anew');
    }
  };
  return {
    current: () => keys,
    refresh,
    /** A browser brought this as a pass: of a key that is not known, the claims service is asked in the background. */
    noteKeyOf(pass: string): void {
      const keyId = keyIdOf(pass);
      if (keyId === undefined || Object.hasOwn(keys, keyId) || now() - askedAt < AGAIN_MS) return;
      void refresh();
    },
  };
}
