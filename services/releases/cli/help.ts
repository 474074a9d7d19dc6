import type { Command } from './command.ts';

const START = 'npm run release --';

const OPTIONS = `  --channel production   --as release-manager (name of a token in DATA_DIR/keys)
  --json                     one JSON value instead of sentences; a refusal too, on the error output
  --limit 20 --before <the last one shown>   further rows of builds, served, history and ledger
  --override                 go on in spite of the gate; needs a release manager and --reason
  --dry-run                  of promote, rollback, rollout, rename, off, on and retire: say what it would do, and do nothing
  --url                      a release service elsewhere, with RELEASE_TOKEN`;

/** Every command in two lines. */
export const helpOf = (commands: Readonly<Record<string, Command>>): string =>
  [
    `${START} <command>`,
    '',
    ...Object.values(commands).map(({ usage, about }) => `  ${usage}\n      ${about}`),
    '',
    OPTIONS,
    '',
    `  ${START} help <command> shows examples.`,
  ].join('\n');

export const helpOfOne = ({ usage, about, examples }: Command): string =>
  [`${START} ${usage}`, '', `  ${about}`, '', ...examples.map((example) => `  ${START} ${example}`), '', OPTIONS].join(
    '\n',
  );
