import { createS3BlobStore } from '@redress/server/blob-store';
import { getFormSession, saveFormData } from '@redress/contracts';
import { aDraft, signUp, useTestApp } from '../../testing/index.ts';
import { asAppError } from './refusal.ts';

const test = useTestApp();

/** As PostgreSQL answers when it cannot extend a file. */
const fillDisk = () =>
  test.sql(`
    create function claims.no_space() returns trigger language plpgsql as $$ begin
      raise exception 'could not extend file "base/1/2": No space left on device' using errcode = '53100';
    end $$;
    create trigger no_space before insert or update on claims.form_session
      for each row execute function claims.no_space();`);
const freeDisk = () => test.sql('drop function claims.no_space() cascade');

it('says that nothing was saved and when to try again while the disk of the database is full', async () => {
  const { browser } = await signUp(test);
  const formSessionId = await aDraft(browser, { claimDescription: 'kept before' });
  const save = (claimDescription: string) =>
    browser.call(saveFormData, { form_session_id: formSessionId, claimDescription });
  await fillDisk();
  const { status, refusal, headers } = await save('typed on a full disk');
  expect([status, headers['retry-after']]).toEqual([503, '5']);
  expect(refusal).toMatchObject({ success: false, code: 'STORAGE_FULL', message: expect.stringMatching(/not saved/) });
  const { body } = await browser.call(getFormSession, { form_session_id: formSessionId });
  expect(JSON.stringify(body)).toContain('kept before');
  await freeDisk();
  expect((await save('typed after')).status).toBe(200);
});

it.each(['ENOSPC', 'EDQUOT', 'EROFS'])('says the same of a disk for files that refuses a write: %s', (code) => {
  const refused = Object.assign(new Error('write failed'), { code });
  expect(asAppError(refused)).toMatchObject({ code: 'STORAGE_FULL', retryAfterSeconds: 5 });
});

it('says that a service is away, and when to try again, while the store of files does not answer', async () => {
  const account = { region: 'us-east-1', accessKeyId: 'id', secretAccessKey: 'secret' };
  const store = createS3BlobStore(
    { endpoint: 'http://127.0.0.1:1', bucket: 'redress', ...account },
    { isKey: () => true },
  );
  const away: unknown = await store.get('letter').catch((error: unknown) => error);
  expect(asAppError(away)).toMatchObject({
    code: 'PROVIDER_DOWN',
    retryAfterSeconds: 5,
    details: { provider: 'files' },
    cause: { message: expect.stringContaining('S3_URL') },
  });
});
