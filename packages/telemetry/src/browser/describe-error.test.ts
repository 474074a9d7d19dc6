import { describeError } from './describe-error.ts';

const place = (file: string) => `http://localhost/assets/mf-letters/1.0.0-0000000000a1/${file}:1:200`;
const thrown = (message: string, frames: string[], cause?: unknown) => {
  const error = new TypeError(message, { cause });
  error.stack = `TypeError: ${message}\n${frames.map((frame) => `    at f (${frame})`).join('\n')}`;
  return error;
};

it('says the message, what it came of, and the places of the innermost error', () => {
  const inner = thrown('no such city: Springfield', [place('inner.js'), 'chrome-extension://x/y.js:1:1']);
  const outer = thrown('the first render threw', [place('outer.js')], inner);
  expect(describeError(outer, ['Springfield'])).toEqual({
    message: 'TypeError: the first render threw',
    cause: 'TypeError: no such city: [typed]',
    frames: ['/assets/mf-letters/1.0.0-0000000000a1/inner.js:1:200'],
  });
});

it('takes nothing of a stack but places, of Firefox too, and not more than twelve', () => {
  const error = thrown('x', []);
  error.stack = Array.from({ length: 40 }, () => `John Smith@${place('a.js')}`).join('\n');
  const { frames } = describeError(error, []);
  expect(frames).toHaveLength(12);
  expect(frames.join()).not.toContain('Smith');
});

it('says of what is no error what it is, and not what is in it', () => {
  expect(describeError({ name: 'John' }, [])).toEqual({ message: 'thrown: object', frames: [] });
  const ring = thrown('a', []);
  ring.cause = ring;
  expect(describeError(ring, []).cause).toBe('TypeError: a');
});
