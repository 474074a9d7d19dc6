import * as immer from '@reduxjs/toolkit';
import fc from 'fast-check';
import * as own from './index.ts';

type Json = string | number | null | Json[] | { [key: string]: Json };

const NAMES = ['a', 'b', 'c'];
const name = fc.constantFrom(...NAMES);
const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small' },
    fc.integer({ min: 0, max: 3 }),
    fc.constant(null),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(name, tie('json'), { maxKeys: 3 }),
  ),
}));

/** One thing that a reducer does, at the value that a path leads to. */
const step = fc.record({
  path: fc.array(fc.nat({ max: 2 }), { maxLength: 3 }),
  act: fc.constantFrom('set', 'delete', 'push', 'shift', 'splice', 'reverse', 'move', 'spread', 'current'),
  key: name,
  value: json,
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const copy = (value: Json): Json => JSON.parse(JSON.stringify(value)) as Json;

const isHolder = (value: Json | undefined): value is Json[] | { [key: string]: Json } =>
  typeof value === 'object' && value !== null;

interface Drafts {
  isDraft(value: unknown): boolean;
  current(value: Json): Json;
}

/** Does the steps to a draft of one of the two. */
const recipe =
  (steps: readonly Step[], { isDraft, current }: Drafts) =>
  (draft: Json) => {
    for (const { path, act, key, value } of steps) {
      let at = draft;
      for (const turn of path) {
        const inner = Array.isArray(at) ? at[turn] : isHolder(at) ? at[NAMES[turn]!] : undefined;
        if (isHolder(inner)) at = inner;
      }
      // A state holds what came with one action: no value is in two of its places.
      const given = copy(value);
      if (Array.isArray(at)) {
        if (act === 'push') at.push(given);
        if (act === 'shift') at.shift();
        if (act === 'splice') at.splice(1, 1, given);
        if (act === 'reverse') at.reverse();
        if (act === 'set' && at.length > 0) at[0] = given;
      } else if (isHolder(at)) {
        if (act === 'set') at[key] = given;
        if (act === 'delete') delete at[key];
        if (act === 'move' && key !== 'a' && at['a'] !== undefined) {
          at[key] = at['a'];
          delete at['a'];
        }
        if (act === 'spread' && isHolder(at[key])) at[key] = { ...at[key], added: given };
        if (act === 'current' && isDraft(at)) at[key] = copy(current(at));
      }
    }
  };

/** Which parts of a state are the very ones of the state before. */
const shared = (before: Json | undefined, after: Json): unknown =>
  before === after ||
  (isHolder(after) &&
    Object.entries(after).map(([key, part]) => [
      key,
      shared(isHolder(before) ? before[key as never] : undefined, part),
    ]));

const isFrozenAllThrough = (value: Json): boolean =>
  !isHolder(value) || (Object.isFrozen(value) && Object.values(value).every(isFrozenAllThrough));

it('makes of every state and recipe what immer makes of it, and leaves the same parts as they were', () => {
  fc.assert(
    fc.property(json, fc.array(step, { maxLength: 5 }), (state, steps) => {
      const before = immer.freeze(copy(state), true);
      const theirs = immer.createNextState(before, recipe(steps, immer)) as Json;
      const ours = own.produce(before, recipe(steps, own)) as Json;
      expect(ours).toEqual(theirs);
      expect(shared(before, ours)).toEqual(shared(before, theirs));
      expect(before).toEqual(state);
      expect(isFrozenAllThrough(ours)).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

it('gives patches that lead to the next state and back, also over what was changed beside it meanwhile', () => {
  fc.assert(
    fc.property(json, fc.array(step, { maxLength: 5 }), (state, steps) => {
      const [next, there, back] = own.produceWithPatches(state, recipe(steps, own) as () => void);
      expect(own.applyPatches(state, there)).toEqual(next);
      expect(own.applyPatches(next, back)).toEqual(state);
    }),
  );
  const settings = { reminders: { off: false }, name: 'Zoe' };
  const [, , back] = own.produceWithPatches(settings, (draft) => {
    draft.reminders.off = true;
  });
  expect(own.applyPatches({ reminders: { off: true }, name: 'Ann' }, back)).toEqual({ ...settings, name: 'Ann' });
});

it('tells a draft from its value, as a reducer of a library asks it', () => {
  own.produce({ list: [{ id: 1 }] }, (draft) => {
    const { list } = draft;
    expect([own.isDraft(list), own.isDraft([]), own.isDraftable(list), own.isDraftable(new Date())]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    list.push({ id: 2 });
    expect([own.original(list), own.current(list)]).toEqual([[{ id: 1 }], [{ id: 1 }, { id: 2 }]]);
    expect(own.produce(list, (inner) => void inner.pop())).toEqual([{ id: 1 }]);
  });
});
