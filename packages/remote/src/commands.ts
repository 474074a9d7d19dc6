import { buildCommand } from './build.ts';
import type { Command } from './command.ts';
import { devCommand } from './dev/index.ts';

/** Every command by its name, in the order of a team's day. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  dev: devCommand,
  build: buildCommand,
};
