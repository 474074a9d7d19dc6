import { pollReleases } from './release-poll.ts';

let visibility = 'visible';
Object.defineProperty(document, 'visibilityState', { get: () => visibility });
const show = (state: 'visible' | 'hidden') => {
  visibility = state;
  document.dispatchEvent(new Event('visibilitychange'));
};

function aTab() {
  const look = jest.fn();
  const stop = pollReleases(look, () => 0.5);
  return { look, stop };
}
beforeEach(() => {
  jest.useFakeTimers();
  visibility = 'visible';
});
afterEach(() => jest.useRealTimers());

it('looks every minute while it is seen', () => {
  const { look, stop } = aTab();
  jest.advanceTimersByTime(180_000);
  expect(look).toHaveBeenCalledTimes(3);
  stop();
  jest.advanceTimersByTime(180_000);
  expect(look).toHaveBeenCalledTimes(3);
});

it('looks at nothing while it is hidden, and at once when it comes back', () => {
  const { look, stop } = aTab();
  show('hidden');
  jest.advanceTimersByTime(600_000);
  expect(look).not.toHaveBeenCalled();
  show('visible');
  expect(look).toHaveBeenCalledTimes(1);
  stop();
});

it('looks when the network comes back', () => {
  const { look, stop } = aTab();
  window.dispatchEvent(new Event('online'));
  expect(look).toHaveBeenCalledTimes(1);
  stop();
});
