import type { Command } from '../command.ts';
import { changeCommands } from './changes.ts';
import { localCommands } from './local.ts';
import { noticesCommand } from './notices.ts';
import { peopleCommand } from './people.ts';
import { planCommands } from './plans.ts';
import { previewCommands } from './previews.ts';
import { publishCommand } from './publish.ts';
import { readCommands } from './reads.ts';
import { retentionCommands } from './retention.ts';
import { rolloutCommands } from './rollouts.ts';
import { staffCommands } from './staff.ts';
import { tokensCommand } from './tokens.ts';
import { typesCommand } from './types.ts';

/** Commands of former versions, each with what does the same now. */
export const GONE: Readonly<Record<string, string>> = {
  sign: 'publish signs what it sends, with the key of the team.',
  drill: 'npm run bench:release measures rollbacks; on preview, promote and rollback do the same by hand.',
};

/** Every command of `npm run release`, by name. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  ...readCommands,
  publish: publishCommand,
  types: typesCommand,
  ...changeCommands,
  ...rolloutCommands,
  ...previewCommands,
  ...staffCommands,
  ...planCommands,
  ...retentionCommands,
  notices: noticesCommand,
  tokens: tokensCommand,
  people: peopleCommand,
  ...localCommands,
};
