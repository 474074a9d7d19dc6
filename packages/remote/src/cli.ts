import { forTerminal, inOneLine, isReleaseRefusal } from '@redress/release-client';
import type { Command, Surroundings } from './command.ts';
import { CommandRefused } from './command.ts';
import { COMMANDS } from './commands.ts';

const helpOf = (commands: Readonly<Record<string, Command>>): string => {
  const lines = Object.values(commands).map(({ usage, about }) => `  redress-remote ${usage}\n      ${about}`);
  return `redress-remote works on the remote in this folder.\n\n${lines.join('\n')}`;
};

function commandNamed(name: string): Command {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command) return command;
  throw new CommandRefused('COMMAND_UNKNOWN', `There is no command ${name}.`, helpOf(COMMANDS));
}

/** A refusal of the release service has the same three parts. */
const isRefusal = (error: unknown): error is CommandRefused =>
  error instanceof Error && 'code' in error && 'remedy' in error && typeof error.remedy === 'string';

/** @returns the exit code */
export async function main(args: readonly string[], given: Surroundings): Promise<number> {
  const [name, ...rest] = args;
  const surroundings: Surroundings = {
    ...given,
    write: (text) => given.write(forTerminal(text)),
    writeError: (text) => given.writeError(forTerminal(text)),
  };
  try {
    if (name === undefined || name === 'help' || name === '--help') {
      surroundings.write(helpOf(COMMANDS));
      return 0;
    }
    const command = commandNamed(name);
    if (rest.includes('--help')) {
      surroundings.write(helpOf({ [name]: command }));
      return 0;
    }
    return await command.run(rest, surroundings).catch((error: Error & { code?: string }) => {
      // Node's own sentence names the option, and not those that there are.
      if (error.code?.startsWith('ERR_PARSE_ARGS')) error.message += `\nredress-remote ${command.usage}`;
      throw error;
    });
  } catch (error) {
    const text = isReleaseRefusal(error)
      ? [`${error.code}: ${error.message}`, error.remedy].map(inOneLine).join('\n')
      : isRefusal(error)
        ? `${error.code}: ${error.message}\n${error.remedy}`
        : error instanceof Error
          ? [error.message, 'advice' in error ? error.advice : null].filter(Boolean).join('\n')
          : String(error);
    surroundings.writeError(text);
    return 1;
  }
}
