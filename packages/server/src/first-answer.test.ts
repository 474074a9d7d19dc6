import { firstAnswer } from './first-answer.ts';

const { signal: NO_LIMIT } = new AbortController();
const silent = () => new Promise<string>(() => {});

it('asks nobody else where the first one answers', async () => {
  const second = jest.fn(silent);
  expect(await firstAnswer([async () => 'first', second], NO_LIMIT)).toBe('first');
  expect(second).not.toHaveBeenCalled();
});

it('asks the next one where one fails, and as well as one that is late, whose call then ends', async () => {
  const signals: AbortSignal[] = [];
  const late = (signal: AbortSignal) => {
    signals.push(signal);
    return silent();
  };
  const answer = await firstAnswer([() => Promise.reject(new Error('away')), late, async () => 'third'], NO_LIMIT);
  expect(answer).toBe('third');
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});

it('says what each of them said where none answers', async () => {
  const asks = ['one is away', 'two is away'].map((message) => () => Promise.reject(new Error(message)));
  await expect(firstAnswer(asks, NO_LIMIT)).rejects.toThrow('one is away; two is away');
});
