import { releaseEndpoints, type ReleaseEndpointName } from '@redress/contracts/release-api';
import type { ReleaseAnswer, ReleaseRequest } from '@redress/release-client';
import { act, done } from './act.ts';
import { said, type Command } from './command.ts';
import type { Connection } from './connection.ts';
import { fieldsOf, isAct, optionsOf, refuseMissing, valueOf, type Field } from './fields.ts';
import { findingsOf } from './named-builds.ts';
import { cellOf, printAnswer } from './print-answer.ts';
import { refuse, type Typed } from './typed.ts';

/** A call of the contract as a command: what the contract does not say of it. */
export interface Row<N extends ReleaseEndpointName = ReleaseEndpointName> {
  call: N;
  /** Fields that are typed without their option, in order: `remote@build` is two, `what…` the rest of the line. */
  names?: readonly string[];
  /** Fields that the words themselves say. */
  fixed?: Readonly<Record<string, string>>;
  /** Of a list, in place of all columns that hold something: their names, a space between. */
  columns?: string;
  /** What is said of it when it is done, with fields of request and answer in braces; of a list, when it is empty. */
  sentence?: string;
  print?: (answer: ReleaseAnswer<N>) => string;
  /** Fields that no option can say. */
  more?: (connection: Connection, typed: Typed) => Promise<object>;
}

/** Rows shown of a list unless `--limit` says another number. */
const SHOWN = 20;

/** What is typed for a field in an example. */
const SAMPLES: Readonly<Record<string, string>> = {
  remote: 'mf-letters',
  name: 'ann',
  id: '3',
  handle: 'ann',
  person: '"Ann Lee"',
  email: 'ann@example.org',
  role: 'reader',
  until: '2026-12-27T08:00Z',
  reason: '"why"',
};

const partsOf = (name: string): string[] => name.replace('…', '').split('@');
const filled = (sentence: string, values: Record<string, unknown>): string =>
  sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => cellOf(values[name]));

/** Fields that stand in the line without an option. @throws {ReleaseRefusal} `REQUEST_INVALID` */
function readNames({ word, names: typed }: Typed, names: readonly string[]): Record<string, string> {
  const isOpen = names.at(-1)?.endsWith('…') === true;
  if (typed.length > names.length && !isOpen) {
    const takes = names.length === 0 ? 'no names' : names.map((name) => `<${name}>`).join(' ');
    refuse(`${word} takes ${takes}, and not ${typed.slice(names.length).join(' ')}.`);
  }
  const given: Record<string, string> = {};
  for (const [at, name] of names.entries()) {
    const text = isOpen && at === names.length - 1 ? typed.slice(at).join(' ') : typed[at];
    const parts = partsOf(name);
    const values = parts.length > 1 ? (text?.split('@') ?? []) : [text];
    for (const [index, part] of parts.entries()) if (values[index]) given[part] = values[index];
  }
  return given;
}

function requestOf(typed: Typed, fields: readonly Field[], names: readonly string[]): Record<string, unknown> {
  const named = readNames(typed, names);
  const request: Record<string, unknown> = {};
  for (const field of fields) {
    const { name, option, isNeeded } = field;
    const isNamed = names.some((each) => partsOf(each).includes(name));
    const text = isNamed ? named[name] : typed.values[option];
    if (text !== undefined) request[name] = valueOf(field, text, isNamed ? `<${name}>` : `--${option}`);
    else if (name === 'limit') request[name] = SHOWN;
    else if (isNeeded && isNamed) {
      const whole = names.find((each) => partsOf(each).includes(name));
      refuse(`Name it: ${typed.word} <${whole}>, such as ${sampleOf(whole ?? name)}.`);
    } else if (isNeeded) refuseMissing(name, typed.word);
  }
  return request;
}

/** A name as an example has it: `<id>` is 3, `<remote@build>` a build of a remote. */
const sampleOf = (name: string): string => (name.includes('@') ? 'mf-letters@0123456789ab' : (SAMPLES[name] ?? name));

function exampleOf(word: string, fields: readonly Field[], names: readonly string[]): string {
  const isNamed = ({ name }: Field) => names.some((each) => partsOf(each).includes(name));
  const options = fields.filter((field) => !isNamed(field) && (field.isNeeded || field.name === 'reason'));
  return [
    word,
    ...names.filter((name) => !name.endsWith('…')).map(sampleOf),
    ...options.map(
      ({ name, option }) => `--${option} ${name === 'name' ? SAMPLES['person'] : (SAMPLES[name] ?? name)}`,
    ),
  ].join(' ');
}

/** The command of one row: its options, help and answer are those of the contract. */
export function contractCommand<N extends ReleaseEndpointName>(word: string, row: Row<N>): Command {
  const { call, names = [], fixed = {}, columns, sentence, print, more } = row;
  const fields = fieldsOf(call).filter(({ name }) => !(name in fixed));
  const inLine = names.flatMap(partsOf);
  return {
    names: names.map((name) => `<${name}>`).join(' '),
    about: releaseEndpoints[call].summary,
    options: optionsOf(fields.filter(({ name }) => !inLine.includes(name))),
    examples: [exampleOf(word, fields, names)],
    canBeTried: isAct(call),
    async run(typed, releases) {
      const asked = { ...requestOf(typed, fields, names), ...fixed };
      const connection = await releases();
      const started = performance.now();
      // The cast: fields were read from the schema of this very call, which checks the whole again.
      const request = { ...asked, ...(await more?.(connection, typed)) } as ReleaseRequest<N>;
      if (isAct(call)) {
        return act(connection, typed, call, request as ReleaseRequest<typeof call>, (made) => [
          ...(sentence ? [filled(sentence, { ...asked, ...made })] : []),
          ...findingsOf(made),
        ]);
      }
      const answer = await connection.call(call, request);
      if (Array.isArray(answer) || !sentence)
        return said(answer, print ?? ((shown) => printAnswer(shown, { columns, empty: sentence })));
      const all = { channel: typed.channel, ...asked, ...(answer as object) };
      const { text } = said(all, (shown) => filled(sentence, shown));
      const { number } = answer as { number?: number | null };
      if (typeof number !== 'number') return { json: all, text };
      return done(connection, typed, { started, made: { ...all, number }, lines: [text] });
    },
  };
}
