import { parseJsonObject } from './json-body.ts';

const parse = (text: string) => parseJsonObject(Buffer.from(text));
afterEach(() => void jest.restoreAllMocks());

it.each([
  ['objects', `{"a":[${'{},'.repeat(160_000)}{}]}`, 'too many values'],
  ['keys', `{${Array.from({ length: 6_000 }, (_, key) => `"k${key}":0`).join()}}`, 'too many values'],
  ['levels', `{"a":${'['.repeat(30)}${']'.repeat(30)}}`, 'nested too deep'],
])('refuses a body of more %s than any call has, before any is made', (_, text, reason) => {
  const made = jest.spyOn(JSON, 'parse');
  expect(() => parse(text)).toThrow(expect.objectContaining({ code: 'BAD_REQUEST', details: { reason } }));
  expect(made).not.toHaveBeenCalled();
});

it('counts no commas and brackets of texts', () => {
  const story = `${'[{,'.repeat(20_000)}\\"${'[{,'.repeat(20_000)}\\\\`;
  expect(parse(JSON.stringify({ story, next: [1] }))).toEqual({ story, next: [1] });
});

it('keeps texts as the database can, and drops keys that only a hostile client sends', () => {
  expect(parse('{"a":{"b":["\\ud800x"]},"__proto__":{"c":1},"d":{"constructor":1,"e":null}}')).toEqual({
    a: { b: ['\ufffdx'] },
    d: { e: null },
  });
  expect(() => parse('{"a":"\\u0000"}')).toThrow(expect.objectContaining({ details: { reason: 'NUL' } }));
  expect(Object.getPrototypeOf(parse('{"__proto__":{"c":1}}'))).toBe(Object.prototype);
});
