import path from 'node:path';
import { placeOf } from './place.ts';

it('refuses half of a bucket, as the program does, and does not take the files of this machine instead', () => {
  for (const half of [{ S3_URL: 'https://s3.example' }, { S3_BUCKET: 'builds' }]) {
    expect(() => placeOf(half)).toThrow(expect.objectContaining({ code: 'REQUEST_INVALID' }));
  }
  expect(placeOf({ DATA_DIR: '/data' }).storage).toEqual({ dataDir: '/data', s3: null });
  // The program and its commands read a relative folder from the same place.
  const keysDir = path.resolve(import.meta.dirname, '../../../keys');
  expect(placeOf({ KEYS_DIR: 'keys' }).storage).toMatchObject({ keysDir });
});
