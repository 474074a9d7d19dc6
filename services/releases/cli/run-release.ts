import { isStartRefusal } from '@redress/database/refusal';
import { forTerminal, inOneLine } from '@redress/release-client';
import { isReleaseRefusal } from '../src/refusal.ts';
import type { Said } from './command.ts';
import { statusCommand } from './commands/status.ts';
import { connect, type Connection } from './connection.ts';
import { placeOf } from './place.ts';
import { readTyped, refuse, unknownOption } from './typed.ts';

const helped = (text: string): Said => ({ text, json: { help: text } });
/** Every command, with the schemas of the contract: most often nothing is asked but the status, which needs neither. */
const all = () => import('./every-command.ts');

async function answer(given: readonly string[], env: NodeJS.ProcessEnv): Promise<Said> {
  // `freeze list` is `freeze`: no remote is called list.
  const args = given[1] === 'list' ? given.toSpliced(1, 1) : given;
  const end = args.findIndex((arg) => arg.startsWith('-'));
  const words = end === -1 ? args : args.slice(0, end);
  if (end === 0 && !args.includes('--help')) return refuse('Begin with the command: status --json.');
  if (words.length === 0 || words[0] === 'help') return helped((await all()).helpFor(words.slice(1)));
  const { word, command } =
    words.join(' ') === 'status' ? { word: 'status', command: statusCommand } : (await all()).commandNamed(words);
  const typedArgs = args.slice(word.split(' ').length);
  const unknown = unknownOption(typedArgs, command.options);
  if (unknown !== undefined) return refuse((await all()).insteadOf(word, command, unknown));
  const typed = readTyped(word, typedArgs, { options: command.options, place: placeOf(env) });
  if (typed.is('help')) return helped((await all()).helpFor([word]));
  if (typed.is('dry-run') && !command.canBeTried) return refuse(`${word} cannot be tried with --dry-run.`);
  let opened: Promise<Connection> | undefined;
  try {
    return await command.run(typed, () => (opened ??= connect(typed)));
  } finally {
    await opened?.then(({ close }) => close()).catch(() => {});
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
 * @param args - what stands behind `npm run release --`
 * @param env - where the program's data, database and token are
 * @returns text for standard output or, of a refusal, for standard error, and the exit code
 */
export async function runRelease(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<{ code: 0 | 1; out: string; err: string }> {
  const asJson = args.includes('--json');
  try {
    const { json, text, failed } = await answer(args, env);
    return { code: failed ? 1 : 0, out: `${forTerminal(asJson ? JSON.stringify(json, null, 2) : text)}\n`, err: '' };
  } catch (error) {
    return { code: 1, out: '', err: `${forTerminal(refused(error, asJson))}\n` };
  }
}
