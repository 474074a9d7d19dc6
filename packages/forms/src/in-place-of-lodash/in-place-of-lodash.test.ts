import clone from './clone.ts';
import cloneDeep from './clone-deep.ts';
import isPlainObject from './is-plain-object.ts';
import toPath from './to-path.ts';

const aForm = () => ({
  email: 'zoe@example.com',
  agreed: false,
  facts: [{ id: 'a', day: '2026-03-02' }],
  note: undefined,
});

it('copies what a form holds, so that nothing written into a copy is in the original', () => {
  const given = aForm();
  const flat = clone(given) as ReturnType<typeof aForm>;
  const deep = cloneDeep(given) as ReturnType<typeof aForm>;
  expect([flat, deep]).toEqual([given, given]);
  expect(flat.facts).toBe(given.facts);
  const rows = clone(given.facts) as typeof given.facts;
  rows.push({ id: 'b', day: '' });
  flat.email = '';
  deep.facts[0]!.day = '';
  deep.facts.push({ id: 'b', day: '' });
  expect(given).toEqual(aForm());
});

it('leaves what is no list and no object of fields as it is', () => {
  const file = new Blob(['x']);
  expect(cloneDeep({ file, none: null })).toEqual({ file, none: null });
  expect((cloneDeep({ file }) as { file: Blob }).file).toBe(file);
  const kinds = [{}, Object.create(null), [], null, file, 'x'];
  expect(kinds.map(isPlainObject)).toEqual([true, true, false, false, false, false]);
});

it.each([
  ['email', ['email']],
  ['facts.0.day', ['facts', '0', 'day']],
  ['facts[0].day', ['facts', '0', 'day']],
  ['', []],
])('reads the name %p', (name, parts) => {
  expect(toPath(name)).toEqual(parts);
  expect(toPath(parts)).toEqual(parts);
});
