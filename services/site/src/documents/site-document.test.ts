import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { documentBody } from './site-document.ts';

const TEXT = Buffer.from(`<p>${'Your letter. '.repeat(2_000)}</p>`);

it('is compressed once for all who ask for it at the same time, and kept', async () => {
  const body = documentBody(TEXT);
  const [first, second] = await Promise.all([body.as('br'), body.as('br')]);
  expect(second).toBe(first);
  expect(await body.as('br')).toBe(first);
  expect(brotliDecompressSync(first)).toEqual(TEXT);
  expect(gunzipSync(await body.as('gzip'))).toEqual(TEXT);
  expect(body.as('identity')).toBe(TEXT);
});

it('is sent in its best form as soon as there is one', async () => {
  const body = documentBody(TEXT);
  const quick = await body.as('br');
  await body.recompress();
  const best = await body.as('br');
  expect(best).not.toBe(quick);
  expect(brotliDecompressSync(best)).toEqual(TEXT);
});
