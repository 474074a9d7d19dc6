import { openWithStore } from './open-with-store.ts';

const away = (message: string) => Object.assign(new Error(message), { code: 'STORE_AWAY' });

it('waits for a store that is away, says why once, and does the work when the store answers', async () => {
  const log: string[] = [];
  const answers = [away('no answer'), away('no answer'), away('answered 503'), null];
  const done = Promise.withResolvers<void>();
  const opening = openWithStore(
    async () => {
      const answer = answers.shift();
      if (answer) throw answer;
      done.resolve();
    },
    { log: (message) => log.push(message), againMs: 1 },
  );
  await opening.begin();
  expect(opening.fault()).toBe('The start waits for the store of builds: no answer');
  await done.promise;
  await opening.stop();
  expect(opening.fault()).toBeNull();
  expect(log).toEqual([
    'The start waits for the store of builds: no answer',
    'The start waits for the store of builds: answered 503',
    'The store of builds answers again: the start is complete.',
  ]);
});

it('fails at once for any other reason', async () => {
  const opening = openWithStore(() => Promise.reject(new Error('port in use')), { log: () => {} });
  await expect(opening.begin()).rejects.toThrow('port in use');
});

it.each([false, true])('tries no more once it is stopped (while it tried first: %s)', async (isEarly) => {
  jest.useFakeTimers();
  const work = jest.fn(() => Promise.reject(away('no answer')));
  const opening = openWithStore(work, { log: () => {} });
  const begun = opening.begin();
  if (!isEarly) await begun;
  await Promise.all([begun, opening.stop()]);
  await jest.advanceTimersByTimeAsync(60_000);
  jest.useRealTimers();
  expect(work).toHaveBeenCalledTimes(1);
});
