import type { Database } from '@redress/database';
import { bucketService, databaseService } from './dependencies.ts';

const url = 'postgresql://redress:hunter2@db.internal:5432/claims';
const databaseThat = (query: () => Promise<unknown>) => ({ url, pool: { query } as unknown as Database['pool'] });
const bucket = { endpoint: 'http://s3.internal/', bucket: 'redress' };
const never = () => new Promise<never>(() => {});

it.each([
  [
    'refuses connections',
    () => Promise.reject(Object.assign(new Error(), { code: 'ECONNREFUSED' })),
    /^Nothing answers/,
  ],
  [
    'is looked up too late',
    () => Promise.reject(Object.assign(new Error(), { code: 'EAI_AGAIN' })),
    /cannot be looked up/,
  ],
  ['says nothing', never, /no answer within 0\.02 s/],
])('is not ready while its database %s, and says where that is', async (_what, query, sentence) => {
  const state = await databaseService(databaseThat(query), 20).ready?.();
  expect(state).toMatchObject({ ok: false, detail: expect.stringMatching(sentence) });
  expect(state?.detail).toContain('db.internal:5432/claims');
  expect(state?.detail).toContain('DATABASE_URL');
  expect(state?.detail).not.toContain('hunter2');
});

it('is ready with a database that answers', async () => {
  expect(await databaseService(databaseThat(() => Promise.resolve({}))).ready?.()).toEqual({ ok: true });
});

it('stays in service without the store of builds, and says what is wrong with it', async () => {
  const refused = () => Promise.reject(new Error('The bucket answered 403: correct S3_ACCESS_KEY_ID.'));
  expect(await bucketService(bucket, refused).ready?.()).toEqual({
    ok: true,
    detail: 'The bucket answered 403: correct S3_ACCESS_KEY_ID. What is served is on this machine.',
  });
  expect((await bucketService(bucket, never, 20).ready?.())?.detail).toMatch(
    /^The store at http:\/\/s3\.internal\/redress \(S3_URL, S3_BUCKET\) gives no answer within 0\.02 s\. What/,
  );
  expect(await bucketService(bucket, () => Promise.resolve()).ready?.()).toEqual({ ok: true });
});
