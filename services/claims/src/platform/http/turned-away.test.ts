import { createRefusalDelay } from './turned-away.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('sends each refusal once, within 0.55 s, and those above the number that may wait at once', () => {
  const delay = createRefusalDelay(8);
  const sent: number[] = [];
  for (let call = 0; call < 10; call += 1) delay(() => sent.push(call));
  expect(sent).toEqual([8, 9]);
  jest.advanceTimersByTime(250);
  expect(sent.length).toBe(4);
  jest.advanceTimersByTime(300);
  expect(sent.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  delay(() => sent.push(10));
  expect(sent).not.toContain(10);
});
