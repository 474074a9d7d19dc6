import { storageOf } from './storage.ts';

const place = { dataDir: '/data', repository: '/code' };

it('refuses half of a bucket, as the program does, and does not take the files of this machine instead', () => {
  for (const half of [{ S3_URL: 'https://s3.example' }, { S3_BUCKET: 'builds' }]) {
    expect(() => storageOf(half, place)).toThrow(expect.objectContaining({ code: 'REQUEST_INVALID' }));
  }
  expect(storageOf({}, place)).toEqual({ dataDir: '/data', s3: null });
  // The program and its commands read a relative folder from the same place.
  expect(storageOf({ KEYS_DIR: 'keys' }, place)).toMatchObject({ keysDir: '/code/keys' });
});
