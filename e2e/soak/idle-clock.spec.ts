import { expect, test } from '@playwright/test';
import { allowedProcessors } from './idle-clock.ts';

test('counts the processors that the program may run on, single ones and ranges', () => {
  expect(allowedProcessors('Cpus_allowed:\tf\nCpus_allowed_list:\t0-2,5\nMems_allowed:\t1\n')).toEqual([0, 1, 2, 5]);
});
