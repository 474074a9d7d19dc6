export type Plain = Record<PropertyKey, unknown>;

/** What a draft stands for: its copy is made at once, and thrown away when nothing was changed. */
interface Drafted {
  base: Plain;
  copy: Plain;
  parent: Drafted | undefined;
  isChanged: boolean;
}

const DRAFTED = Symbol('drafted');

export const isDraftable = (value: unknown): value is Plain => {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
};

const draftedOf = (value: unknown): Drafted | undefined =>
  isDraftable(value) ? (value[DRAFTED] as Drafted | undefined) : undefined;

export const isDraft = (value: unknown): boolean => draftedOf(value) !== undefined;

/** What a draft was made of. */
export const original = (draft: unknown): unknown => draftedOf(draft)?.base;

const copyOf = (value: Plain): Plain =>
  // Of a list the copy is a list.
  Array.isArray(value)
    ? ([...(value as unknown[])] as unknown as Plain)
    : Object.assign(Object.create(Object.getPrototypeOf(value) as object | null) as Plain, value);

/** What a draft, or a value that holds drafts, is at this moment. */
export function current<Value>(value: Value): Value {
  const drafted = draftedOf(value);
  if (drafted && !drafted.isChanged) return drafted.base as Value;
  if (!isDraftable(value) || (!drafted && Object.isFrozen(value))) return value;
  const copy = copyOf(drafted?.copy ?? value);
  for (const key of Object.keys(copy)) copy[key] = current(copy[key]);
  return copy as Value;
}

function markChanged(drafted: Drafted | undefined): void {
  for (let each = drafted; each && !each.isChanged; each = each.parent) each.isChanged = true;
}

function draftOf(base: Plain, parent?: Drafted): Plain {
  const drafted: Drafted = { base, copy: copyOf(base), parent, isChanged: false };
  const { copy } = drafted;
  return new Proxy(copy, {
    get(_, key) {
      if (key === DRAFTED) return drafted;
      const value = copy[key];
      // What was put in since is changed in its own place.
      if (!Object.hasOwn(copy, key) || value !== base[key] || !isDraftable(value)) return value;
      return (copy[key] = draftOf(value, drafted));
    },
    set(_, key, value) {
      if (Object.hasOwn(copy, key) && Object.is(copy[key], value)) return true;
      copy[key] = value;
      markChanged(drafted);
      return true;
    },
    deleteProperty(_, key) {
      if (Object.hasOwn(copy, key)) markChanged(drafted);
      return delete copy[key];
    },
  });
}

/** Freezes a value and all in it; where a draft stands comes what became of it. */
function finish(value: unknown): unknown {
  const drafted = draftedOf(value);
  if (drafted && !drafted.isChanged) return finish(drafted.base);
  const result = drafted?.copy ?? value;
  if (!isDraftable(result) || Object.isFrozen(result)) return result;
  for (const key of Object.keys(result)) {
    const before = result[key];
    const after = finish(before);
    if (after !== before) result[key] = after;
  }
  return Object.freeze(result);
}

export const freeze = <Value>(value: Value): Value => finish(value) as Value;

/** The next state: the recipe changes a draft of the base, or gives a value to take the place of it. The base stays as it is. */
export function produce<Base, Result = Base>(base: Base, recipe: (draft: Base) => Result | void): Base | Result {
  const from = isDraft(base) ? current(base) : base;
  const draft = isDraftable(from) ? (draftOf(from) as Base) : from;
  const given = recipe(draft);
  return finish(given === undefined ? draft : given) as Base | Result;
}
