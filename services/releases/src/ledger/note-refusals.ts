import type { ReleaseEndpointName } from '@redress/contracts/release-api';
import { LRUCache } from 'lru-cache';
import type { Actor } from '../http/actor.ts';
import type { ReleaseRefusal } from '../refusal.ts';
import type { Db } from '../store/schema.ts';
import { appendToLedger } from './ledger.ts';

/** Refusals of mistyped or failed calls, which are not noted. */
const UNNOTED = new Set(['REQUEST_INVALID', 'ALREADY_CURRENT', 'FAILED', 'DISK_FULL']);
const ONCE_MS = 60_000;
const MAX_REMEMBERED = 1_000;

export type NoteRefusal = (
  actor: Actor,
  call: ReleaseEndpointName,
  given: unknown,
  refusal: ReleaseRefusal,
) => Promise<void>;

/** Writes refused changes of known people into the ledger: the same one at most once a minute, so that none floods it. */
export function noteRefusals(db: Db, now: () => Date): NoteRefusal {
  const noted = new LRUCache<string, number>({ max: MAX_REMEMBERED });
  return async (actor, call, given, { code, message }) => {
    // What is only tried is not noted either.
    if (UNNOTED.has(code) || call === 'dryRun' || call === 'inspect') return;
    const key = `${actor.name} ${call} ${code}`;
    const at = now();
    if (at.getTime() - (noted.get(key) ?? -Infinity) < ONCE_MS) return;
    noted.set(key, at.getTime());
    const { channel, remote, reason } = (given ?? {}) as Record<string, unknown>;
    const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 100) : null);
    try {
      await db.transaction().execute((trx) =>
        appendToLedger(trx, {
          actor,
          action: 'refused',
          subject: text(remote) ?? text(channel) ?? call,
          detail: { call, code, channel: text(channel), message: message.slice(0, 500) },
          reason: text(reason),
          now: at,
        }),
      );
    } catch (error) {
      // The next one is noted instead.
      noted.delete(key);
      throw error;
    }
  };
}
