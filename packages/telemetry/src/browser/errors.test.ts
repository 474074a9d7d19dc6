import { watchErrors } from './errors.ts';

function aWindow() {
  const target = new EventTarget();
  const seen: { error: unknown; source: string }[] = [];
  const stop = watchErrors((error) => seen.push(error), target as Window);
  const reject = (reason: unknown) => target.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
  const fail = (message: string, filename: string) =>
    target.dispatchEvent(Object.assign(new Event('error'), { message, filename }));
  return { seen, stop, reject, fail };
}
const SCRIPT = 'http://localhost:3000/assets/mf-letters/1.0.0-0000000000a1/lifecycles.js';

it('says which script an error came from', () => {
  const { seen, fail, reject } = aWindow();
  fail('no letter', SCRIPT);
  const error = new Error('late');
  error.stack = `Error: late\n    at open (${SCRIPT}:1:200)`;
  reject(error);
  expect(seen).toEqual([
    { error: 'no letter', source: SCRIPT },
    { error, source: expect.stringContaining('/assets/mf-letters/1.0.0-0000000000a1/') },
  ]);
});

it('passes over what is no error: files that failed, requests that were given up', () => {
  const { seen, fail, reject } = aWindow();
  fail('', '');
  reject(new DOMException('given up', 'AbortError'));
  expect(seen).toEqual([]);
});

it('stops when asked', () => {
  const { seen, stop, fail } = aWindow();
  stop();
  fail('x', SCRIPT);
  expect(seen).toEqual([]);
});
