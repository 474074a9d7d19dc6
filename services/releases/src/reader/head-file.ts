import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { SignedRelease } from '@redress/contracts/releases';

/** A rollback that was made without the database, by files alone. */
export interface ActByFiles {
  at: string;
  actor: string;
  remote: string;
  from: string;
  to: string;
  reason: string;
  /** Open tabs leave the build at once. */
  urgent?: boolean | undefined;
}
/** `acts`: what led to it since the last snapshot of the database; that of the next one is written without. */
type Head = SignedRelease & { acts?: readonly ActByFiles[] };

export const actsByFiles = (head: unknown): readonly ActByFiles[] => (head as Partial<Head> | null)?.acts ?? [];

/** Read without a check of the signature: a higher number than needed does no harm, a lower one is refused by sites. */
export function numberOf(head: unknown): number {
  try {
    const { number } = JSON.parse((head as SignedRelease).payload) as { number: unknown };
    return Number.isSafeInteger(number) ? (number as number) : 0;
  } catch {
    return 0;
  }
}

/**
 * The signed snapshot of each channel as a plain file: a site boots from it when there is neither release service nor
 * database, and the command line can put a new one there.
 */
export function headFiles(folder: string) {
  const fileOf = (channel: string) => path.join(folder, `${channel.replaceAll(/[^a-z0-9-]/g, '_')}.json`);
  const wholeOf = (channel: string) => `${fileOf(channel)}.whole`;
  const read = (file: string): unknown => {
    try {
      return JSON.parse(readFileSync(file, 'utf8'));
    } catch {
      return null;
    }
  };
  const write = (file: string, head: Head) => {
    mkdirSync(folder, { recursive: true });
    const unfinished = `${file}.${randomBytes(4).toString('hex')}`;
    try {
      writeFileSync(unfinished, JSON.stringify(head));
      renameSync(unfinished, file);
    } catch (error) {
      // On a full disk what was begun would take the room that is left.
      rmSync(unfinished, { force: true });
      throw error;
    }
  };
  return {
    fileOf,
    read: (channel: string) => read(fileOf(channel)),
    write: (channel: string, head: Head) => write(fileOf(channel), head),
    /** The last snapshot this machine had every file of: what it starts with while a newer one is not whole. */
    readWhole: (channel: string) => read(wholeOf(channel)),
    writeWhole: (channel: string, signed: SignedRelease) => write(wholeOf(channel), signed),
  };
}
export type HeadFiles = ReturnType<typeof headFiles>;
