import { expect, test } from '@playwright/test';
import { warmUpPace } from './warm-up-pace.ts';

test('wizards begin with their own pauses, and come to a third of them while nobody is asked to come later', () => {
  expect([0, 150_000, 195_000, 240_000, 600_000].map(warmUpPace)).toEqual([1, 1, 2, 3, 3]);
});
