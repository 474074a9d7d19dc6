import { present } from '@redress/server/secrets';
import { readInstallation } from './settings.ts';

it('asks for login and key of now, for an archive that runs for months', () => {
  const env: Record<string, string> = {
    DATABASE_URL: 'postgresql://program@db/redress',
    BACKUP_DATABASE_URL: 'postgresql://first@db/redress',
    S3_URL: 'https://s3.example',
    S3_BUCKET: 'redress',
    S3_ACCESS_KEY_ID: 'id 1',
    S3_SECRET_ACCESS_KEY: 'secret 1',
  };
  const now = { ...env };
  const { databaseUrl, s3 } = readInstallation(env, '/', { value: (name) => now[name] ?? '' });
  Object.assign(now, { BACKUP_DATABASE_URL: 'postgresql://next@db/redress', S3_ACCESS_KEY_ID: 'id 2' });
  expect(present(databaseUrl ?? '')).toBe('postgresql://next@db/redress');
  expect([present(s3?.accessKeyId ?? ''), present(s3?.secretAccessKey ?? '')]).toEqual(['id 2', 'secret 1']);
  expect(readInstallation({ DATA_DIR: 'x' }, '/')).toMatchObject({ databaseUrl: null, s3: null, dataDir: '/x' });
});
