import { generateKeyPairSync, verify } from 'node:crypto';
import type { ReleaseCall } from './client.ts';
import { sendBuild } from './send-build.ts';
import { signedText, signingKey } from './signing.ts';

const pair = generateKeyPairSync('ed25519');
const key = signingKey(pair.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString());
const files: Record<string, string> = { 'entry.js': 'one', 'main.js': 'two' };
const folder = {
  payload: '{"name":"mf-x"}',
  readFile: (file: string) => Promise.resolve(file in files ? Buffer.from(files[file] as string) : null),
};

/** A service whose store lacks these files until they are sent. */
function aService(missing: readonly string[]) {
  const calls: [string, unknown][] = [];
  const call = ((name: string, request: unknown) => {
    calls.push([name, request]);
    const isFirst = calls.length === 1;
    return Promise.resolve({ name: 'mf-x', buildId: '0123456789ab', isNew: true, missing: isFirst ? missing : [] });
  }) as unknown as ReleaseCall;
  return { calls, call };
}

it('signs the text of build.json, and sends the files that the store lacks before it publishes', async () => {
  const { calls, call } = aService(['main.js']);
  await sendBuild(call, folder, key);
  expect(calls.map(([name]) => name)).toEqual(['publish', 'upload', 'publish']);
  expect(calls[1]?.[1]).toEqual(Buffer.from('two'));
  const { payload, signature, keyId } = calls[2]?.[1] as { payload: string; signature: string; keyId: string };
  expect(keyId).toBe(key.keyId);
  expect(verify(null, Buffer.from(signedText(payload)), pair.publicKey, Buffer.from(signature, 'base64'))).toBe(true);
});

it('sends nothing more when a file of the build is not there', async () => {
  const { calls, call } = aService(['lost.js', 'main.js']);
  await expect(sendBuild(call, folder, key)).rejects.toMatchObject({ code: 'FILE_MISSING' });
  expect(calls.map(([name]) => name)).toEqual(['publish']);
});

it('takes no key of another kind', () => {
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = other.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  expect(() => signingKey(pem)).toThrow(/Ed25519/);
});
