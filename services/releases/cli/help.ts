import type { Command } from './command.ts';
import { EVERYWHERE } from './typed.ts';

const START = 'npm run release --';

const OPTIONS = `  --as release-manager       name of a token in DATA_DIR/keys
  --json                     one JSON value instead of sentences; a refusal too, on the error output
  --dry-run                  of what changes a channel: say what it would do, and do nothing
  --url                      a release service elsewhere, with RELEASE_TOKEN
  --seen 41                  of what changes a channel: the snapshot it is decided on; given again, it is done once`;

const sayOptions = ({ names, options }: Command): string[] =>
  Object.entries(options)
    .filter(([name]) => !Object.hasOwn(EVERYWHERE, name) && !names.includes(`--${name}`))
    .map(([name, kind]) => (kind === 'needed' ? `--${name} …` : `[--${name}${kind === 'flag' ? '' : ' …'}]`));

/** Words behind the first one: `add`, `end`. */
const actsOf = (commands: Readonly<Record<string, Command>>, first: string): string[] =>
  Object.keys(commands).flatMap((word) => (word.startsWith(`${first} `) ? [word.slice(first.length + 1)] : []));

const wordsOf = (commands: Readonly<Record<string, Command>>): string[] => [
  ...new Set(Object.keys(commands).map((word) => word.split(' ')[0] ?? word)),
];

/** Every word in two lines: those of every week, then the others. */
export function helpOf(commands: Readonly<Record<string, Command>>, weekly: readonly string[]): string {
  const lines = (words: readonly string[]) =>
    words.map((word) => {
      const acts = actsOf(commands, word);
      const usage = [word, commands[word]?.names, ...(acts.length > 0 ? [`| ${acts.join(' | ')}`] : [])];
      return `  ${usage.filter(Boolean).join(' ')}\n      ${commands[word]?.about}`;
    });
  const others = wordsOf(commands).filter((word) => !weekly.includes(word));
  return [
    `${START} <command>`,
    '\nEvery week:\n',
    ...lines(weekly),
    '\nOnce a year:\n',
    ...lines(others),
    `\n${OPTIONS}\n`,
    `  ${START} help <command> shows its options and examples.`,
  ].join('\n');
}

/** What begins with these words, each with its options and examples. */
export const helpOfOne = (commands: Readonly<Record<string, Command>>, word: string): string =>
  [
    ...Object.entries(commands)
      .filter(([name]) => name === word || name.startsWith(`${word} `))
      .map(([name, command]) =>
        [
          `${START} ${[name, command.names, ...sayOptions(command)].filter(Boolean).join(' ')}`,
          `\n  ${command.about}\n`,
          ...command.examples.map((example) => `  ${START} ${example}`),
        ].join('\n'),
      ),
    OPTIONS,
  ].join('\n\n');
