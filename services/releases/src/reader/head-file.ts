import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { SignedSnapshot } from '@redress/contracts/releases';

/**
 * The signed snapshot of each channel as a plain file: a site boots from it when there is neither release service nor
 * database, and the command line can put a new one there.
 */
export interface HeadFiles {
  read(channel: string): unknown;
  write(channel: string, signed: SignedSnapshot): void;
  fileOf(channel: string): string;
}

export function headFiles(folder: string): HeadFiles {
  const fileOf = (channel: string) => path.join(folder, `${channel.replaceAll(/[^a-z0-9-]/g, '_')}.json`);
  return {
    fileOf,
    read(channel) {
      try {
        return JSON.parse(readFileSync(fileOf(channel), 'utf8'));
      } catch {
        return null;
      }
    },
    write(channel, signed) {
      mkdirSync(folder, { recursive: true });
      const unfinished = `${fileOf(channel)}.${randomBytes(4).toString('hex')}`;
      writeFileSync(unfinished, JSON.stringify(signed));
      renameSync(unfinished, fileOf(channel));
    },
  };
}
