import { pngDataUrl, pngFile } from '../../testing/png-files.ts';
import { createSignaturePool, type SignaturePool } from './signature-pool.ts';

let pool: SignaturePool;
beforeAll(() => {
  pool = createSignaturePool();
});
afterAll(() => pool.close());

it('decodes in a thread, off the loop that answers requests', async () => {
  const [first, second] = await Promise.all([1, 2].map(() => pool.flatten(pngDataUrl(pngFile()))));
  expect(first?.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a');
  expect(second?.equals(first!)).toBe(true);
});

it('refuses the same broken file a hundred times out of a hundred', async () => {
  const broken = pngDataUrl(pngFile({ idat: Buffer.alloc(0) }));
  const answers = [];
  for (let time = 0; time < 100; time += 1) {
    answers.push(await pool.flatten(broken).catch((error: { code: string }) => error.code));
  }
  expect(new Set(answers)).toEqual(new Set(['SIGNATURE_INVALID']));
});

it('refuses with "too busy" instead of queueing without end, and works again after that', async () => {
  const picture = pngDataUrl(pngFile());
  const answers = await Promise.all(
    Array.from({ length: 60 }, () =>
      pool.flatten(picture).then(
        () => 'read',
        (error: { code: string }) => error.code,
      ),
    ),
  );
  expect(new Set(answers)).toEqual(new Set(['read', 'OVERLOADED']));
  await expect(pool.flatten(picture)).resolves.toBeInstanceOf(Buffer);
});

it('lets the loop turn while the largest picture is decoded', async () => {
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await pool.flatten(pngDataUrl(pngFile({ width: 2220, height: 1000 })));
  isDone = true;
  expect(turns).toBeGreaterThan(20);
});
