import { describeCommands } from './commands.mjs';

const HELP = ['--help', '-h', 'help'];

export const wantsHelp = (given) => given.some((word) => HELP.includes(word));

/** @returns what was given and is nothing that `npm start` knows; it would be ignored without a word */
export const unknownOption = (given) => given.find((word) => !HELP.includes(word));

/** The variables that a first look needs, with what they are when not set. */
export const VARIABLES = [
  ['PORT', '3000', 'where the site listens; the console is one above, the sandbox ten'],
  ['HOST', 'localhost', 'interface it listens on'],
  ['DATA_DIR', '.data', 'folder of the database, builds and files'],
  ['DATABASE_URL', '', 'a PostgreSQL 15 or newer instead of the embedded one'],
  ['LOG_LEVEL', 'warn', 'debug, info, warn, error or silent'],
  ['ROLES', 'all', 'parts of the product that this process runs: site, claims, worker, releases, sandbox'],
];

export const START_HELP = `npm start builds what has changed and runs the whole product on this machine, with a database of its own and a sandbox
of every outside service. It needs Node 20 or newer and nothing else. Ctrl-C ends it.

It takes no options; variables of the environment set it:

${VARIABLES.map(([name, preset, about]) => `  ${name.padEnd(14)}${preset.padEnd(11)}${about}`).join('\n')}

  PORT=8080 DATA_DIR=/srv/redress npm start

All variables: docs/guides/configuration.md. More than one machine: docs/deploy/README.md.

Other commands:

${describeCommands()}
`;
