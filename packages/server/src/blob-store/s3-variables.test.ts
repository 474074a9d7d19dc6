import { readS3Bucket } from './s3-variables.ts';

const ALL = {
  S3_URL: 'https://s3.example',
  S3_BUCKET: 'builds',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
};

it('reads a bucket, of the first region unless another is named', () => {
  expect(readS3Bucket(ALL)).toEqual({
    endpoint: 'https://s3.example',
    bucket: 'builds',
    region: 'us-east-1',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
  });
  expect(readS3Bucket({ ...ALL, S3_REGION: 'eu-central-1' })?.region).toBe('eu-central-1');
});

it('is without a bucket where nothing is set, also as an empty text', () => {
  expect(readS3Bucket({})).toBeNull();
  expect(readS3Bucket({ S3_URL: '', S3_REGION: 'eu-central-1' })).toBeNull();
});

it.each(Object.keys(ALL))('names %s when it alone is missing', (name) => {
  expect(() => readS3Bucket({ ...ALL, [name]: undefined })).toThrow(`${name} must be set with`);
});
