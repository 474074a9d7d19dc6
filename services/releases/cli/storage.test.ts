import { storageOf } from './storage.ts';

it('refuses half of a bucket, as the program does, and does not take the files of this machine instead', () => {
  for (const half of [{ S3_URL: 'https://s3.example' }, { S3_BUCKET: 'builds' }]) {
    expect(() => storageOf(half, '/data')).toThrow(expect.objectContaining({ code: 'REQUEST_INVALID' }));
  }
  expect(storageOf({}, '/data')).toEqual({ dataDir: '/data', s3: null });
});
