import { repeat } from './repeat.ts';

const SECOND = 1_000;
const settle = () => new Promise(setImmediate);
beforeEach(() => void jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] }));
afterEach(() => void jest.useRealTimers());

it('leaves out the times of a run that goes on, and goes on at the next', async () => {
  const gate = Promise.withResolvers<void>();
  const work = jest.fn(() => gate.promise);
  const stop = repeat(SECOND, work, { failed: () => {} });
  jest.advanceTimersByTime(10 * SECOND);
  expect(work).toHaveBeenCalledTimes(1);
  gate.resolve();
  await settle();
  jest.advanceTimersByTime(SECOND);
  expect(work).toHaveBeenCalledTimes(2);
  await stop();
});

it('goes on after a run that failed, whichever way', async () => {
  const failed = jest.fn();
  const work = jest
    .fn<Promise<void>, []>()
    .mockRejectedValueOnce(new Error('late'))
    .mockImplementationOnce(() => {
      throw new Error('at once');
    })
    .mockResolvedValue();
  const stop = repeat(SECOND, work, { failed });
  for (let run = 0; run < 3; run += 1) {
    jest.advanceTimersByTime(SECOND);
    await settle();
  }
  expect(work).toHaveBeenCalledTimes(3);
  expect(failed.mock.calls).toEqual([[new Error('late')], [new Error('at once')]]);
  await stop();
});

it('looks at once where that is asked for', async () => {
  const work = jest.fn(async () => {});
  await repeat(SECOND, work, { failed: () => {}, atOnce: true })();
  expect(work).toHaveBeenCalledTimes(1);
});

it('ends when the run that goes on has ended, and begins no other', async () => {
  const gate = Promise.withResolvers<void>();
  const work = jest.fn(() => gate.promise);
  const stop = repeat(SECOND, work, { failed: () => {} });
  jest.advanceTimersByTime(SECOND);
  let isOver = false;
  const stopping = stop().then(() => (isOver = true));
  await settle();
  expect(isOver).toBe(false);
  gate.resolve();
  await stopping;
  jest.advanceTimersByTime(10 * SECOND);
  expect(work).toHaveBeenCalledTimes(1);
});
