import {
  dryRunEndpoints,
  releaseEndpoints,
  type ActName,
  type ReleaseEndpoint,
  type ReleaseEndpointName,
  type ReleaseSchema,
} from '@redress/contracts/release-api';
import { ReleaseRefusal } from '../src/refusal.ts';
import { refuse, type OwnOptions } from './typed.ts';

/** One field of a request that fits on a command line. */
export interface Field {
  name: string;
  /** Its option: `--second-person-minutes` of `secondPersonMinutes`. */
  option: string;
  kind: 'text' | 'number' | 'flag' | 'time';
  choices: readonly string[];
  isNeeded: boolean;
  /** Whether `none` may be typed for it. */
  isNullable: boolean;
}

/** Parts of a schema's definition that are read here. */
interface Def {
  type: string;
  format?: string;
  innerType?: ReleaseSchema;
  shape?: Record<string, ReleaseSchema>;
  entries?: Record<string, string>;
  options?: readonly ReleaseSchema[];
  values?: readonly unknown[];
}

// The cast: definitions of schemas are a public structure of zod, whose types name no parts of it.
const defOf = (schema: ReleaseSchema): Def => schema._zod.def as unknown as Def;

const KINDS: Readonly<Record<string, Field['kind']>> = {
  string: 'text',
  enum: 'text',
  number: 'number',
  boolean: 'flag',
};

const optionOf = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function fieldOf(name: string, schema: ReleaseSchema): Field | null {
  let def = defOf(schema);
  let [isNeeded, isNullable] = [true, false];
  while (def.innerType) {
    if (def.type === 'nullable') isNullable = true;
    else isNeeded = false;
    def = defOf(def.innerType);
  }
  const kind = def.format === 'datetime' ? 'time' : KINDS[def.type];
  const option = optionOf(name);
  return kind ? { name, option, kind, choices: Object.values(def.entries ?? {}), isNeeded, isNullable } : null;
}

/** Fields of a call's body or query that fit on a command line: texts, numbers, times and flags. */
export function fieldsOf(call: ReleaseEndpointName): Field[] {
  const { body, query }: ReleaseEndpoint = releaseEndpoints[call];
  const shape = defOf(body ?? query ?? releaseEndpoints.collect.body).shape ?? {};
  return Object.entries(shape).flatMap(([name, schema]) => fieldOf(name, schema) ?? []);
}

const acts = new Set(
  (defOf(dryRunEndpoints.dryRun.body).options ?? []).map(
    (tried) => defOf(defOf(tried).shape?.['call'] as ReleaseSchema).values?.[0],
  ),
);
/** Whether a call changes what a channel serves, and can be tried. */
export const isAct = (call: ReleaseEndpointName): call is ActName => acts.has(call);

export const optionsOf = (fields: readonly Field[]): OwnOptions =>
  Object.fromEntries(
    fields.map(({ option, kind, isNeeded }) => [option, kind === 'flag' ? 'flag' : isNeeded ? 'needed' : 'text']),
  );

/** @throws {ReleaseRefusal} `REQUEST_INVALID` */
export function timeOf(text: string, option: string): string {
  const instant = new Date(text);
  if (Number.isNaN(instant.getTime())) return refuse(`${option} is a time such as 2026-12-24T12:00Z.`);
  return instant.toISOString();
}

/** The value of a field as the contract takes it. @throws {ReleaseRefusal} `REQUEST_INVALID` */
export function valueOf({ kind, isNullable, choices }: Field, text: string | boolean, said: string): unknown {
  if (typeof text === 'boolean') return text;
  if (isNullable && text === 'none') return null;
  if (choices.length > 0 && !choices.includes(text)) return refuse(`${said} is one of ${choices.join(', ')}.`);
  if (kind === 'time') return timeOf(text, said);
  if (kind === 'text') return text;
  if (!/^\d+(\.\d+)?$/.test(text)) return refuse(`${said} is a number${isNullable ? ', or none' : ''}.`);
  return Number(text);
}

/** A field that is needed was not typed. @throws {ReleaseRefusal} `REASON_MISSING`, `REQUEST_INVALID` */
export function refuseMissing(name: string, word: string): never {
  if (name === 'reason') throw new ReleaseRefusal('REASON_MISSING', `${word} needs a reason.`);
  return refuse(`${word} needs --${optionOf(name)}.`);
}
