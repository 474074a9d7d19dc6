import { setTimeout as wait } from 'node:timers/promises';
import { createDatabase } from './open-database.ts';
import { createTestDatabase, startDatabaseProxy } from './testing/index.ts';

/** How many of the last questions must have been answered for the database to be in use. */
const IN_USE = 40;

// Its seconds are the machine's: the gate has the rules on a clock of the test (connect-gate.test.ts).
const inVerify = process.env['VERIFY'] === '1' ? it : it.skip;
inVerify('is in use again within 15 s behind a door that lets five logins in a second', async () => {
  const test = await createTestDatabase();
  const proxy = await startDatabaseProxy(test.url);
  // What one process holds: its pools, with a caller for each place in them every moment.
  const pools = Array.from({ length: 3 }, () => createDatabase({ url: proxy.url, name: 'storm' }));
  const answers: boolean[] = [];
  const ask = async ({ pool }: (typeof pools)[number]) => {
    answers.push(await pool.query('select 1').then(Boolean, () => false));
  };
  const load = setInterval(() => {
    for (const each of pools) for (let caller = 0; caller < 10; caller += 1) void ask(each);
  }, 100);
  const inUse = () => answers.length >= IN_USE && answers.slice(-IN_USE).every(Boolean);
  const until = async (limitMs: number) => {
    const startedAt = performance.now();
    while (!inUse() && performance.now() - startedAt < limitMs) await wait(20);
    return performance.now() - startedAt;
  };
  await until(15_000);
  answers.length = 0;
  proxy.narrow(5, 3_000);
  expect(await until(15_000)).toBeLessThan(15_000);
  clearInterval(load);
  await Promise.all(pools.map((each) => each.close()));
  proxy.close();
  await test.drop();
});
