/** @jest-environment node */
import { createServer } from 'node:net';
import { leasePorts } from './ports.ts';

it('gives two callers that start at the same port different ranges', async () => {
  const [a, b] = await Promise.all([leasePorts(3, 20_000), leasePorts(3, 20_000)]);
  expect(Math.abs(a.first - b.first)).toBeGreaterThanOrEqual(4);
  await Promise.all([a.release(), b.release()]);
});

it('keeps a range while its own ports are not listened on', async () => {
  const kept = await leasePorts(2, 21_000);
  const next = await leasePorts(2, kept.first - 1);
  expect(next.first).toBeGreaterThan(kept.first + 1);
  await Promise.all([kept.release(), next.release()]);
});

it.each([0, 1, 10, 19])(
  'gives nobody a range that begins within another one, %i ports after its first',
  async (offset) => {
    const kept = await leasePorts(20, 24_000);
    const next = await leasePorts(20, kept.first + offset);
    expect(next.first).toBeGreaterThan(kept.first + 20);
    await Promise.all([kept.release(), next.release()]);
  },
);

it('passes over a range in which somebody listens', async () => {
  const taken = createServer();
  const free = await leasePorts(3, 22_000);
  await free.release();
  await new Promise<void>((resolve) => taken.listen(free.first + 1, '127.0.0.1', resolve));
  const lease = await leasePorts(3, free.first - 1);
  expect(lease.first).toBeGreaterThan(free.first + 1);
  await lease.release();
  await new Promise((resolve) => taken.close(resolve));
});

it('gives a range back on release', async () => {
  const first = await leasePorts(2, 23_000);
  await first.release();
  const second = await leasePorts(2, first.first - 1);
  expect(second.first).toBe(first.first);
  await second.release();
});
