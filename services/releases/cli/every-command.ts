import { refuse } from './typed.ts';
import type { Command } from './command.ts';
import { helpOf, helpOfOne } from './help.ts';
import { nearestOf } from './nearest.ts';
import { COMMANDS, MOVED, WEEKLY } from './words.ts';

/** Words of a command are at most so many: `people token add`. */
const MOST_WORDS = 3;

/**
 * The command that the first words name, the longest name first.
 * @throws {ReleaseRefusal} `REQUEST_INVALID`
 */
export function commandNamed(words: readonly string[]): { word: string; command: Command } {
  for (let count = MOST_WORDS; count > 0; count -= 1) {
    const word = words.slice(0, count).join(' ');
    const command = Object.hasOwn(COMMANDS, word) ? COMMANDS[word] : undefined;
    if (!command) continue;
    const more = words.slice(count);
    if (command.names !== '' || more.length === 0) return { word, command };
    const acts = Object.keys(COMMANDS).filter((name) => name.startsWith(`${word} `));
    return refuse(`There is no ${word} ${more.join(' ')}: ${[`${word} alone`, ...acts].join(', ')}.`);
  }
  const [first = ''] = words;
  if (Object.hasOwn(MOVED, first)) return refuse(`${first} is gone: ${MOVED[first]}.`);
  const near = nearestOf(first, Object.keys(COMMANDS));
  return refuse(`There is no command ${first}. ${near === null ? '' : `Did you mean ${near}? `}help lists all.`);
}

/** Sentence about an option that a command does not take: ignored, it could make an act one at once and for everybody. */
export function insteadOf(word: string, command: Command, option: string): string {
  const near = nearestOf(option, Object.keys(command.options));
  const others = Object.entries(COMMANDS).filter(([, { options }]) => Object.hasOwn(options, option));
  const instead = near
    ? `did you mean --${near}?`
    : others.length > 0
      ? `${others[0]?.[0]} does.`
      : `help ${word} lists all.`;
  return `${word} takes no --${option}, and nothing was done: ${instead}`;
}

/** Help of the command that these words name, of all where there are none. @throws {ReleaseRefusal} `REQUEST_INVALID` */
export const helpFor = (words: readonly string[]): string =>
  words.length === 0 ? helpOf(COMMANDS, WEEKLY) : helpOfOne(COMMANDS, commandNamed(words).word);
