import { inOneLine } from '@redress/release-client';
import type { Connection } from './connection.ts';
import type { Options } from './options.ts';

/** What a command answers: lines for people, one value for `--json`. */
export interface Said {
  text: string;
  json: unknown;
  /** The command did its work and found something wrong: exit code 1. */
  failed?: boolean;
}

interface Described {
  /** After `npm run release --`. */
  usage: string;
  about: string;
  examples: readonly string[];
}

/** A command of the release service, or of this machine's files alone. */
export type Command = Described &
  (
    | {
        on: 'releases';
        /** Whether --dry-run tries it. */
        canBeTried?: boolean;
        run: (connection: Connection, options: Options) => Promise<Said>;
      }
    | { on: 'files'; run: (options: Options) => Promise<Said> | Said }
  );

/** `json` as it is; for people, no text in it begins a line of its own. */
export const said = <T>(json: T, print: (json: T) => string): Said => ({ json, text: print(inOneLine(json)) });
