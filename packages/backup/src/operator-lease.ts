import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { LeasePlace } from '@redress/server/blob-store';
import { isRunning, ownIdentity, type ProcessIdentity } from '@redress/database';

/** Name of the lease in a folder and in a bucket; no stored file of the product has it. */
export const LEASE_NAME = 'operator-lease.json';

/** Time between two signs of life, and how long after the last one a holder counts as lost. */
const RENEW_MS = 15_000;
const LOST_AFTER_MS = 120_000;
/**
 * Where the place cannot tell two writers apart, the last one has it, and each looks after this time which one that is. A write
 * that took longer does not count: the other one may have looked before it arrived.
 */
const SETTLE_MS = 3_000;

/** Who holds a lease, and since when by their clock. */
interface Holder extends ProcessIdentity {
  id: string;
  /** `restore` */
  act: string;
  user: string;
  host: string;
  /** Table of processes among which `pid` names one. */
  machine: string;
  since: string;
}

export interface Lease {
  /** @throws {Error} saying who has it, once it is lost to another one */
  assertHeld(): Promise<void>;
  release(): Promise<void>;
}

export interface LeaseOptions {
  place: LeasePlace;
  /** Act as the refusal names it: `restore`, `backup`, `archive`. */
  act: string;
  holder?: Pick<Holder, 'host' | 'machine' | 'user'>;
  limitsMs?: { renew: number; lostAfter: number; settle: number };
  /** Waits until the writes of others have arrived. */
  pause?: (ms: number) => Promise<unknown>;
}

/** This start of this machine, and its table of processes: containers of one machine have tables of their own. */
function machineOf(): string {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}

function userOf(): string {
  try {
    return userInfo().username;
  } catch {
    // An account without a name, as containers have.
    return `user ${process.getuid?.() ?? ''}`.trim();
  }
}

const LIMITS_MS = { renew: RENEW_MS, lostAfter: LOST_AFTER_MS, settle: SETTLE_MS };

/**
 * Keeps a place for one operator, on whichever machine the others are. It is renewed while it is held; one of a process of this
 * machine that has ended, and one that was not renewed for two minutes, are taken over.
 * @throws {Error} for the second operator: who has the place, since when, and from when on the same command takes it over
 */
export async function takeLease({
  place,
  act,
  holder = { host: hostname(), machine: machineOf(), user: userOf() },
  limitsMs = LIMITS_MS,
  pause = wait,
}: LeaseOptions): Promise<Lease> {
  const own: Holder = { ...ownIdentity(), id: randomUUID(), act, ...holder, since: new Date().toISOString() };
  const text = `${JSON.stringify(own)}\n`;

  const found = async (): Promise<{ holder: Holder; ageMs: number } | null> => {
    const there = await place.read();
    if (there === null) return null;
    return { holder: readHolder(there.text), ageMs: there.ageMs };
  };
  const isLost = ({ holder: other, ageMs }: { holder: Holder; ageMs: number }): boolean =>
    ageMs >= limitsMs.lostAfter || (other.machine === own.machine && !isRunning(other));
  const refusal = (other: Holder, ageMs: number): Error =>
    new Error(
      `${other.user} on ${other.host} (process ${other.pid}) has ${place.place} for ${other.act} since ${other.since.slice(0, 16).replace('T', ' ')} UTC, last sign of life ${Math.round(ageMs / 1_000)} s ago: wait for its end. If that machine is lost, the same command takes over ${limitsMs.lostAfter / 1_000} s after the last sign.`,
    );

  const take = async (): Promise<void> => {
    const before = await found();
    if (before && !isLost(before)) throw refusal(before.holder, before.ageMs);
    const begunAt = performance.now();
    const created = before === null ? await place.create(text) : await place.write(text).then(() => 'unsure' as const);
    if (created === 'created') return;
    const tookMs = performance.now() - begunAt;
    if (created === 'unsure') await pause(limitsMs.settle);
    const now = await found();
    if (now?.holder.id !== own.id) {
      if (now) throw refusal(now.holder, now.ageMs);
      throw new Error(`${place.place} was taken and given back by another operator: try again.`);
    }
    if (tookMs < limitsMs.settle) return;
    await place.remove();
    throw new Error(`${place.place} took ${Math.round(tookMs / 1_000)} s to write a lease: try again.`);
  };

  await take();
  let isOver = false;
  let renewing: Promise<void> = Promise.resolve();
  const renew = async () => {
    // Nothing is written when another operator holds the lease, or when it is missing because the folder is not mounted.
    if ((await found())?.holder.id === own.id && !isOver) await place.write(text);
  };
  // A failed renewal is tried again at the next interval: other operators may take the lease over only after `lostAfter`.
  const timer = setInterval(() => void (renewing = renewing.then(renew).catch(() => {})), limitsMs.renew);
  timer.unref();
  return {
    async assertHeld() {
      const now = await found();
      if (now?.holder.id === own.id) return;
      await take();
    },
    async release() {
      isOver = true;
      clearInterval(timer);
      await renewing;
      if ((await found())?.holder.id === own.id) await place.remove();
    },
  };
}

/** A text that cannot be parsed names no process that could be looked up: only its age says whether the lease is lost. */
function readHolder(text: string): Holder {
  const nobody: Holder = {
    ...{ id: '', act: 'an act', user: 'somebody', host: 'a machine', machine: '', since: '' },
    ...{ pid: 0, startedAt: '' },
  };
  try {
    return { ...nobody, ...(JSON.parse(text) as Partial<Holder>) };
  } catch {
    return nobody;
  }
}
