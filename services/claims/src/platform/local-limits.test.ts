import { createTestClock } from '../testing/test-clock.ts';
import { createLocalLimits } from './local-limits.ts';

const LIMIT = { name: 'save', max: 2, seconds: 60 };

it('counts each caller for itself, says when the window ends, and starts anew after it', () => {
  const clock = createTestClock();
  const limits = createLocalLimits({ ...clock, config: { addressLimitFactor: 1 } });
  limits.take(LIMIT, 'one');
  limits.take(LIMIT, 'one');
  limits.take(LIMIT, 'other');
  clock.advance({ seconds: 20 });
  expect(() => limits.take(LIMIT, 'one')).toThrow(
    expect.objectContaining({ code: 'RATE_LIMITED', retryAfterSeconds: 40 }),
  );
  clock.advance({ seconds: 40 });
  expect(() => limits.take(LIMIT, 'one')).not.toThrow();
});

it('keeps a bounded number of callers', () => {
  const clock = createTestClock();
  const limits = createLocalLimits({ ...clock, config: { addressLimitFactor: 1 } });
  limits.take(LIMIT, 'first');
  limits.take(LIMIT, 'first');
  for (let index = 0; index < 50_000; index += 1) limits.take(LIMIT, `other ${index}`);
  expect(() => limits.take(LIMIT, 'first')).not.toThrow();
});
