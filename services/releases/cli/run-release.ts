import { isStartRefusal } from '@redress/database/refusal';
import { forTerminal, inOneLine } from '@redress/release-client';
import { isReleaseRefusal, ReleaseRefusal } from '../src/refusal.ts';
import type { Command, Said } from './command.ts';
import { filesRollback } from './commands/changes.ts';
import { COMMANDS, GONE } from './commands/index.ts';
import { connect } from './connection.ts';
import { helpOf, helpOfOne } from './help.ts';
import { nearestOf } from './nearest.ts';
import { readOptions, type Options } from './options.ts';

function commandNamed(name: string): Command {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command) return command;
  if (Object.hasOwn(GONE, name)) throw new ReleaseRefusal('REQUEST_INVALID', `${name} is gone: ${GONE[name]}`);
  const near = nearestOf(name, Object.keys(COMMANDS));
  const hint = near === null ? 'help lists all.' : `Did you mean ${near}? help lists all.`;
  throw new ReleaseRefusal('REQUEST_INVALID', `There is no command ${name}. ${hint}`);
}

/** They say when, or to how many: a command that does not know them would act at once and for everybody. */
const NARROWING = ['at', 'percent', 'steps', 'every', 'staff', 'country', 'group', 'within'] as const;

/** @throws {ReleaseRefusal} `REQUEST_INVALID` */
function refuseNarrowing(name: string, { usage }: Command, { values }: Options): void {
  const ignored = NARROWING.find(
    (option) => values[option] && !usage.includes(`--${option} `) && !usage.includes(`--${option}]`),
  );
  if (!ignored) return;
  const instead = ignored === 'at' ? 'schedule' : 'rollout';
  throw new ReleaseRefusal('REQUEST_INVALID', `${name} takes no --${ignored}, and nothing was done: ${instead} does.`);
}

const helped = (text: string): Said => ({ text, json: { help: text } });

async function answer(options: Options, token: string | null): Promise<Said> {
  const { command: name, names, values, dataDir, storage } = options;
  if (name === undefined) return helped(helpOf(COMMANDS));
  if (name === 'help') return helped(names[0] ? helpOfOne(commandNamed(names[0])) : helpOf(COMMANDS));
  const named = commandNamed(name);
  if (values.help) return helped(helpOfOne(named));
  if (values.files && name !== 'rollback') {
    throw new ReleaseRefusal('REQUEST_INVALID', 'Only rollback works with --files.');
  }
  refuseNarrowing(name, named, options);
  if (values['dry-run'] && (values.files || named.on === 'files' || !named.canBeTried)) {
    throw new ReleaseRefusal('REQUEST_INVALID', `${name} cannot be tried with --dry-run.`);
  }
  const command = values.files ? filesRollback : named;
  if (command.on === 'files') return command.run(options);
  const connection = await connect({
    dataDir,
    storage,
    databaseUrl: options.databaseUrl,
    tokenName: values.as,
    url: values.url ?? null,
    token,
  });
  try {
    return await command.run(connection, options);
  } finally {
    await connection.close();
  }
}

function refused(error: unknown, asJson: boolean): string {
  if (isReleaseRefusal(error)) {
    const { code, message, remedy, findings } = error;
    if (asJson) return JSON.stringify({ code, message, remedy, findings });
    return [`${code}: ${message}`, remedy].map(inOneLine).join('\n');
  }
  const { message, stack } = error as Error;
  if (asJson) return JSON.stringify({ code: 'FAILED', message });
  return isStartRefusal(error) ? message : (stack ?? message);
}

/**
 * One command.
 * @param words - what stands behind `npm run release --`
 * @param env - where the program's data, database and token are
 * @returns text for standard output or, of a refusal, for standard error, and the exit code
 */
export async function runRelease(
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<{ code: 0 | 1; out: string; err: string }> {
  try {
    const options = readOptions(words, env);
    const { json, text, failed } = await answer(options, env['RELEASE_TOKEN'] ?? null);
    const out = `${forTerminal(options.values.json ? JSON.stringify(json, null, 2) : text)}\n`;
    return { code: failed ? 1 : 0, out, err: '' };
  } catch (error) {
    return { code: 1, out: '', err: `${forTerminal(refused(error, words.includes('--json')))}\n` };
  }
}
