import { release } from '../support/builds.ts';
import { expect, expectNoise, test } from '../support/test.ts';

const OFF = 'Closed for a moment';

test('a remote that is switched off leaves open tabs, new loads and a page replayed by a cache', async ({
  page,
  program,
}) => {
  expectNoise(page);
  const question = (of = page) => of.getByRole('radio', { name: 'Debt collection' });
  await page.goto('/');
  await expect(question()).toBeVisible();
  const before = await page.request.get('/');
  const kept = { status: 200, headers: before.headers(), body: await before.body() };
  delete kept.headers['content-encoding'];

  await release(program, 'off', 'mf-wizard', '--reason', 'sends twice');
  await expect(page.getByText(OFF)).toBeVisible();

  await test.step('a document of before, from a cache, with no event stream', async () => {
    const late = await page.context().newPage();
    expectNoise(late);
    await late.route('**/releases/events', (route) => route.fulfill({ status: 502 }));
    let isReplayed = false;
    await late.route(`${program.url}/`, (route) => {
      isReplayed = true;
      return route.fulfill(kept);
    });
    await page.close(); // the other tab must not pass events on
    await late.goto('/');
    await expect(late.getByText(OFF)).toBeVisible();
    expect(isReplayed).toBe(true);
    await late.unrouteAll();
    await late.reload();
    await expect(late.getByText(OFF)).toBeVisible();
    await release(program, 'on', 'mf-wizard');
    await expect(question(late)).toBeVisible();
    await late.close();
  });
});
