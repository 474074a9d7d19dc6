import { type Plain, isDraft, isDraftable, produce } from './produce.ts';

export interface Patch {
  op: 'add' | 'replace' | 'remove';
  path: (string | number)[];
  value?: unknown;
}

/** Nothing has to be switched on, nor walked strictly. */
export const enablePatches = (): void => {};
export const setUseStrictIteration = (): void => {};

/** What has to be done to `from`, so that it is `to`. A list is one value. */
function between(from: unknown, to: unknown, path: Patch['path'] = []): Patch[] {
  if (Object.is(from, to)) return [];
  if (!isDraftable(from) || !isDraftable(to) || Array.isArray(from) || Array.isArray(to))
    return [{ op: 'replace', path, value: to }];
  return [...new Set([...Object.keys(from), ...Object.keys(to)])].flatMap((key): Patch[] => {
    const at = [...path, key];
    if (!Object.hasOwn(to, key)) return [{ op: 'remove', path: at }];
    return Object.hasOwn(from, key) ? between(from[key], to[key], at) : [{ op: 'add', path: at, value: to[key] }];
  });
}

/** @returns the next state, the patches that lead there, and those that lead back */
export function produceWithPatches<Base>(base: Base, recipe: (draft: Base) => Base | void): [Base, Patch[], Patch[]] {
  const next = produce(base, recipe);
  return [next, between(base, next), between(next, base)];
}

/** Changes a draft, or makes the next state of a value that is none. No patch names a place in a list. */
export function applyPatches<Base>(base: Base, patches: readonly Patch[]): Base {
  if (!isDraft(base) && isDraftable(base)) return produce(base, (draft) => applyPatches(draft, patches));
  let root: unknown = base;
  for (const { op, path, value } of patches) {
    const key = path.at(-1);
    if (key === undefined) {
      root = value;
      continue;
    }
    const holder = path.slice(0, -1).reduce((at, part) => (at as Plain)[part], root) as Plain;
    if (op === 'remove') delete holder[key];
    else holder[key] = value;
  }
  return root as Base;
}
