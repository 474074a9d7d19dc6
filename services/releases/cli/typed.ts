import { parseArgs } from 'node:util';
import { ReleaseRefusal } from '../src/refusal.ts';
import type { Place } from './place.ts';

/** Options of a command by name: `text` takes a value, `needed` one that must be said, `flag` none. */
export type OwnOptions = Readonly<Record<string, 'text' | 'needed' | 'flag'>>;

/** What was typed behind the words of a command, and where this machine keeps its data. */
export interface Typed {
  /** The words of the command: `freeze add`. */
  word: string;
  names: readonly string[];
  values: Readonly<Record<string, string | boolean | undefined>>;
  place: Place;
  text(option: string): string | undefined;
  is(option: string): boolean;
  channel: string;
  /** Name of the token file of whoever asks. */
  as: string;
  /** The one remote the command names. @throws {ReleaseRefusal} `REQUEST_INVALID` */
  remote(): string;
}

/** Options that every command takes. */
export const EVERYWHERE: OwnOptions = { as: 'text', url: 'text', json: 'flag', help: 'flag', 'dry-run': 'flag' };

/** @throws {ReleaseRefusal} `REQUEST_INVALID` */
export function refuse(message: string): never {
  throw new ReleaseRefusal('REQUEST_INVALID', message);
}

const settingsOf = (options: OwnOptions) =>
  Object.fromEntries(
    Object.entries({ ...EVERYWHERE, ...options }).map(([name, kind]) => [
      name,
      { type: kind === 'flag' ? ('boolean' as const) : ('string' as const) },
    ]),
  );

/** @param args - what stands behind the words. @returns the first option that the command does not take */
export function unknownOption(args: readonly string[], options: OwnOptions): string | undefined {
  const known = settingsOf(options);
  return args.flatMap((arg) => /^--([^=]+)/.exec(arg)?.[1] ?? []).find((name) => !Object.hasOwn(known, name));
}

/**
 * @param args - what stands behind the words
 * @throws {ReleaseRefusal} `REQUEST_INVALID`
 */
export function readTyped(
  word: string,
  args: readonly string[],
  { options, place }: { options: OwnOptions; place: Place },
): Typed {
  let parsed;
  try {
    parsed = parseArgs({ args: [...args], options: settingsOf(options), allowPositionals: true });
  } catch (error) {
    return refuse((error as Error).message);
  }
  const { positionals: names } = parsed;
  const values: Typed['values'] = parsed.values;
  const text = (option: string) => (typeof values[option] === 'string' ? values[option] : undefined);
  return {
    word,
    names,
    values,
    place,
    text,
    is: (option) => values[option] === true,
    channel: text('channel') ?? 'production',
    as: text('as') ?? 'release-manager',
    remote() {
      const [name, another] = names;
      return name !== undefined && another === undefined ? name : refuse('Name one remote, such as mf-wizard.');
    },
  };
}
