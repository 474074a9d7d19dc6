import { invalidRequest } from './errors.ts';
import type { FormFields, FormValue } from './form.ts';

/** Reads one parameter, or says in Stripe's words what is wrong with it. */
type Reader<T> = (value: FormValue, name: string) => T;
type Shape = Record<string, Reader<unknown>>;
export type Params<S extends Shape> = { [K in keyof S]?: ReturnType<S[K]> };

const MAX_METADATA_KEYS = 50;

export const text: Reader<string> = (value, name) => {
  if (typeof value !== 'string') throw invalidRequest('Invalid string', { param: name });
  if (value.length > 5000) {
    throw invalidRequest(`Invalid string: ${name} must be at most 5000 characters`, { param: name });
  }
  return value;
};

export const integer: Reader<number> = (value, name) => {
  if (typeof value !== 'string' || !/^-?\d{1,15}$/.test(value)) {
    throw invalidRequest(`Invalid integer: ${String(value)}`, { code: 'parameter_invalid_integer', param: name });
  }
  return Number(value);
};

export const flag: Reader<boolean> = (value, name) => {
  if (value !== 'true' && value !== 'false') throw invalidRequest(`Invalid boolean: ${String(value)}`, { param: name });
  return value === 'true';
};

export const oneOf =
  <const T extends string>(...allowed: T[]): Reader<T> =>
  (value, name) => {
    if (!allowed.includes(value as T)) {
      throw invalidRequest(`Invalid ${name}: must be one of ${allowed.join(', ')}`, { param: name });
    }
    return value as T;
  };

export const group =
  <S extends Shape>(shape: S): Reader<Params<S>> =>
  (value, name) => {
    if (typeof value !== 'object' || Array.isArray(value)) throw invalidRequest('Invalid object', { param: name });
    return readParams(value, shape, name);
  };

export const metadata: Reader<Record<string, string>> = (value, name) => {
  if (value === '') return {};
  if (typeof value !== 'object') throw invalidRequest('Invalid object', { param: name });
  const entries = Object.entries(value);
  if (entries.length > MAX_METADATA_KEYS) {
    throw invalidRequest(`You can only have up to ${MAX_METADATA_KEYS} metadata keys.`, { param: name });
  }
  return Object.fromEntries(
    entries.map(([key, each]) => {
      if (key.length > 40) {
        throw invalidRequest(`Metadata keys must be under 40 characters long (received '${key}')`, { param: name });
      }
      if (typeof each !== 'string' || each.length > 500) {
        throw invalidRequest(`Metadata values must be strings of at most 500 characters (key '${key}')`, {
          param: name,
        });
      }
      return [key, each];
    }),
  );
};

const addressShape = {
  city: text,
  country: text,
  line1: text,
  line2: text,
  postal_code: text,
  state: text,
} satisfies Shape;

export const billingDetailsShape = {
  address: group(addressShape),
  email: text,
  name: text,
  phone: text,
  tax_id: text,
} satisfies Shape;

/**
 * The known parameters of one call. `expand` is known everywhere.
 * @throws {StripeRefusal} on one that is unknown or malformed.
 */
export function readParams<S extends Shape>(fields: FormFields, shape: S, prefix = ''): Params<S> {
  const read: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fields)) {
    const name = prefix ? `${prefix}[${key}]` : key;
    const reader = Object.hasOwn(shape, key) ? shape[key] : undefined;
    if (!reader) {
      if (!prefix && key === 'expand') continue;
      throw invalidRequest(`Received unknown parameter: ${name}`, { code: 'parameter_unknown', param: name });
    }
    read[key] = reader(value, name);
  }
  return read as Params<S>;
}

/** @throws {StripeRefusal} naming the parameter that must be there. */
export function required<T>(value: T | undefined, name: string): T {
  if (value === undefined || value === '') {
    throw invalidRequest(`Missing required param: ${name}.`, { code: 'parameter_missing', param: name });
  }
  return value;
}

/** Stripe joins new metadata with the old; an empty value takes a key away. */
export const mergeMetadata = (old: Record<string, string>, changes: Record<string, string> | undefined) =>
  Object.fromEntries(Object.entries({ ...old, ...changes }).filter(([, value]) => value !== ''));
