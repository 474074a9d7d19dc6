import { once } from 'node:events';
import { keepCopies } from './copies.ts';

const said: string[] = [];
beforeEach(() => said.splice(0));

function open(copy: (signal: AbortSignal) => Promise<void>, which: 'first' | 'next' = 'next') {
  let begun = 0;
  const copies = keepCopies({
    due: () => Promise.resolve(which),
    copy: (signal) => ((begun += 1), copy(signal)),
    say: (line) => void said.push(line),
    stopping: new AbortController().signal,
  });
  return { copies, begun: () => begun };
}
/** Takes until it is ended. */
const long = async (signal: AbortSignal) => {
  await once(signal, 'abort');
  throw new Error('it was ended');
};

it('lets points go on while the database is copied, and makes one copy at a time', async () => {
  const { copies, begun } = open(long);
  await copies.whenDue();
  await copies.whenDue();
  expect(begun()).toBe(1);
  await copies.stop();
  expect(said).toEqual([]);
});

it('says that a copy failed, and does not begin the next one at once', async () => {
  const { copies, begun } = open(() => Promise.reject(new Error('The disk is full.')));
  await copies.whenDue();
  await new Promise(setImmediate);
  await copies.whenDue();
  expect(begun()).toBe(1);
  expect(said).toEqual(['The database is not copied, the log goes on from the copy before: The disk is full.']);
});

it('waits for the first copy, without which no point is of use', async () => {
  const { copies } = open(() => Promise.reject(new Error('The disk is full.')), 'first');
  await expect(copies.whenDue()).rejects.toThrow('The disk is full.');
});
