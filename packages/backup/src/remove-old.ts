import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { BackupFolder } from './backup-folder.ts';

/** Name of 24 digits: the first eight are the timeline, which a failover raises while positions go on. */
const SEGMENT = /^[0-9A-F]{24}(\.partial)?$/;
const positionOf = (segment: string): string => segment.slice(8, 24);

/**
 * Takes away what no copy needs any more that stays: copies of the database above `keep`, their log, keys of before. Stored files
 * stay: which of them an older copy names is known to that copy alone. Whoever calls this has the lease of the folder.
 * @param keep - whole copies that stay, at least 1; a restore then reaches no time before the oldest of them
 */
export function removeOld(folder: BackupFolder, keep: number, say: (line: string) => void): void {
  const bases = folder.bases();
  const kept = bases.slice(-keep);
  const [oldest] = kept;
  if (!oldest) return;
  const removed = bases.slice(0, -keep);
  for (const { name } of removed) folder.remove('bases', name);
  let segments = 0;
  const newest = folder.chains().at(-1);
  for (const chain of folder.chains()) {
    const first = kept.find((base) => base.chain === chain);
    if (first) segments += removeLogBefore(folder.walOf(chain), first.folder);
    // The newest one is being written, and has no copy yet when it has just begun.
    else if (chain !== newest) folder.remove('chains', chain);
  }
  // In effect at the time of the oldest copy: the newest keys that were there by then.
  const keys = folder.keys();
  const inEffect = keys.findLastIndex(({ at }) => at <= oldest.at);
  for (const { name } of keys.slice(0, Math.max(inEffect, 0))) folder.remove('keys', name);
  if (removed.length > 0) {
    say(
      `${removed.length} older copies and ${segments} segments of log are removed; a restore reaches from ${oldest.at} on.`,
    );
  }
}

/** @param base - the oldest copy that needs this log; its label names where a recovery begins */
function removeLogBefore(wal: string, base: string): number {
  const label = path.join(base, 'backup_label');
  const first = existsSync(label)
    ? /START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)/.exec(readFileSync(label, 'utf8'))?.[1]
    : null;
  if (!first) return 0;
  const old = readdirSync(wal).filter((name) => SEGMENT.test(name) && positionOf(name) < positionOf(first));
  for (const name of old) rmSync(path.join(wal, name));
  return old.length;
}
