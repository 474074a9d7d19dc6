import { providerHealth } from './provider-health.ts';

it('asks a provider at most once a minute, and reports when it is back', async () => {
  let at = 0;
  let asked = 0;
  let isUp = false;
  const health = providerHealth(
    'stripe',
    () => {
      asked += 1;
      return isUp ? Promise.resolve() : Promise.reject(new Error('down'));
    },
    () => new Date(at),
  );
  for (let look = 0; look < 5; look += 1) expect(await health()).toEqual([{ name: 'stripe', ok: false, note: 'down' }]);
  expect(asked).toBe(1);
  isUp = true;
  at = 60_000;
  expect(await health()).toEqual([{ name: 'stripe', ok: true }]);
});
