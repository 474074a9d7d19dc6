import { inOneLine } from '@redress/release-client';
import type { Connection } from './connection.ts';
import type { OwnOptions, Typed } from './typed.ts';

/** What a command answers: lines for people, one value for `--json`. */
export interface Said {
  text: string;
  json: unknown;
  /** The command did its work and found something wrong: exit code 1. */
  failed?: boolean;
}

/** One command; its words are its name in the table of them. */
export interface Command {
  /** What stands behind its words; options are told by {@link Command.options}. */
  names: string;
  about: string;
  options: OwnOptions;
  /** What is typed behind `npm run release --`. */
  examples: readonly string[];
  /** Whether --dry-run tries it. */
  canBeTried?: boolean;
  /** @param releases - the release service; a command that does not call it works on the files of this machine alone */
  run: (typed: Typed, releases: () => Promise<Connection>) => Promise<Said> | Said;
}

/** Answer of a command: `json` for programs as it is, for people printed so that no text in it begins a line. */
export const said = <T>(json: T, print: (json: T) => string): Said => ({ json, text: print(inOneLine(json)) });
