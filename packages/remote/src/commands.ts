import { buildCommand } from './build.ts';
import type { Command } from './command.ts';
import { devCommand } from './dev/index.ts';
import { initCommand } from './init.ts';
import { doctorCommand } from './release/doctor.ts';
import { publishCommand } from './release/publish.ts';
import { typesCommand } from './release/types.ts';
import { testCommand } from './test.ts';

/** Every command by its name, in the order of a team's day. Webpack is loaded by those that build: it takes twice as long as the rest. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  init: initCommand,
  dev: devCommand,
  test: testCommand,
  build: buildCommand,
  types: typesCommand,
  doctor: doctorCommand,
  publish: publishCommand,
};
