import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { SignedRelease } from '@redress/contracts/releases';

/**
 * The signed snapshot of each channel as a plain file: a site boots from it when there is neither release service nor
 * database, and the command line can put a new one there.
 */
export interface HeadFiles {
  read(channel: string): unknown;
  write(channel: string, signed: SignedRelease): void;
  /** The last snapshot this machine had every file of: what it starts with while a newer one is not whole. */
  readWhole(channel: string): unknown;
  writeWhole(channel: string, signed: SignedRelease): void;
  fileOf(channel: string): string;
}

export function headFiles(folder: string): HeadFiles {
  const fileOf = (channel: string) => path.join(folder, `${channel.replaceAll(/[^a-z0-9-]/g, '_')}.json`);
  const wholeOf = (channel: string) => `${fileOf(channel)}.whole`;
  const read = (file: string): unknown => {
    try {
      return JSON.parse(readFileSync(file, 'utf8'));
    } catch {
      return null;
    }
  };
  const write = (file: string, signed: SignedRelease) => {
    mkdirSync(folder, { recursive: true });
    const unfinished = `${file}.${randomBytes(4).toString('hex')}`;
    try {
      writeFileSync(unfinished, JSON.stringify(signed));
      renameSync(unfinished, file);
    } catch (error) {
      // On a full disk what was begun would take the room that is left.
      rmSync(unfinished, { force: true });
      throw error;
    }
  };
  return {
    fileOf,
    read: (channel) => read(fileOf(channel)),
    write: (channel, signed) => write(fileOf(channel), signed),
    readWhole: (channel) => read(wholeOf(channel)),
    writeWhole: (channel, signed) => write(wholeOf(channel), signed),
  };
}
