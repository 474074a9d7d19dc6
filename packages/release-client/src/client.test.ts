import { releaseClient } from './client.ts';

const call = releaseClient({ baseUrl: 'https://releases.example', token: 't'.repeat(20), timeoutMs: 1_000 });
const answers = (response: Response) => jest.spyOn(globalThis, 'fetch').mockResolvedValueOnce(response);
afterEach(() => jest.restoreAllMocks());

it.each([
  ['a page, as a proxy or a sign-in before it gives', '<!doctype html>'],
  ['an answer that was cut', '{"channel":"prod'],
  ['nothing', ''],
  ['something else', '"ok"'],
])('takes %s for no answer, and never for a success', async (_, text) => {
  answers(new Response(text, { status: 200 }));
  await expect(call('types', { channel: 'production' })).rejects.toMatchObject({ code: 'UNREACHABLE' });
});

it.each(['constructor', 'toString', '__proto__', 'of-tomorrow', 7])('knows no code %s', async (code) => {
  answers(Response.json({ code, message: 'No.' }, { status: 409 }));
  await expect(call('types', { channel: 'production' })).rejects.toMatchObject({
    code: 'FAILED',
    message: 'No.',
    remedy: expect.stringMatching(/\w/),
  });
});

it('says the status where a refusal holds no words', async () => {
  answers(new Response('Bad gateway', { status: 502 }));
  await expect(call('types', { channel: 'production' })).rejects.toMatchObject({
    message: 'The release service answered 502.',
  });
});
