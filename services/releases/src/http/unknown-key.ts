import type * as z from 'zod/mini';

/** What a schema is made of, as far as keys go. */
interface Made {
  type: string;
  shape?: Record<string, z.core.$ZodType>;
  element?: z.core.$ZodType;
  innerType?: z.core.$ZodType;
  valueType?: z.core.$ZodType;
  options?: readonly z.core.$ZodType[];
}

/**
 * A key that the contract does not name. A schema leaves it out, and whoever wrote `secondPersn` would be told that it is set.
 * @returns its path, or `null`
 */
export function unknownKey(schema: z.core.$ZodType, value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const { shape, element, innerType, valueType, options } = schema._zod.def as Made;
  const inside = (of: z.core.$ZodType, key: string, each: unknown) => {
    const found = unknownKey(of, each);
    return found === null ? null : `${key}.${found}`;
  };
  const first = (all: readonly (string | null)[]) => all.find((each) => each !== null) ?? null;
  if (innerType) return unknownKey(innerType, value);
  if (Array.isArray(value)) return element ? first(value.map((each, at) => inside(element, String(at), each))) : null;
  if (options) {
    const found = options.map((option) => unknownKey(option, value));
    // The option that is meant is the one that its own key names; the others miss more.
    const meant = options.findIndex((option) => isMeant(option, value));
    return meant === -1 ? (found.includes(null) ? null : (found[0] ?? null)) : (found[meant] ?? null);
  }
  if (valueType) return first(Object.entries(value).map(([key, each]) => inside(valueType, key, each)));
  if (!shape) return null;
  return first(
    Object.entries(value).map(([key, each]) => {
      if (each === undefined) return null;
      const of = Object.hasOwn(shape, key) ? shape[key] : undefined;
      return of ? inside(of, key, each) : key;
    }),
  );
}

/** Of a union by one key: whether its literal is the one in the value. */
function isMeant(option: z.core.$ZodType, value: object): boolean {
  const { shape = {} } = option._zod.def as Made;
  const literals = Object.entries(shape).filter(([, of]) => of._zod.def.type === 'literal');
  const given = value as Record<string, unknown>;
  return (
    literals.length > 0 &&
    literals.every(([key, of]) => (of._zod.def as { values?: unknown[] }).values?.includes(given[key]))
  );
}
