import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createSecureServer, type Http2SecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { X509Certificate } from 'node:crypto';
import { connect } from 'node:tls';
import { followTlsFiles, readPair, servedCertificate, watchEnd } from './certificate.ts';

/** Made for these tests: `CN=first` and `CN=second`, until 2126. */
const FIXTURES = path.join(import.meta.dirname, '../testing/tls');

let folder: string;
let server: Http2SecureServer;
let look: () => void;
const said: string[] = [];
const log = { info: (_: object, line: string) => void said.push(line), warn: (line: string) => void said.push(line) };

const files = () => ({ certFile: path.join(folder, 'cert.pem'), keyFile: path.join(folder, 'key.pem') });
const put = (name: 'first' | 'second', parts: readonly ('crt' | 'key')[] = ['crt', 'key']) => {
  for (const part of parts) {
    copyFileSync(path.join(FIXTURES, `${name}.${part}.pem`), part === 'crt' ? files().certFile : files().keyFile);
  }
};
const origin = () => new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}`);
const served = async () => (await servedCertificate(origin())).subject;

beforeEach(async () => {
  said.length = 0;
  folder = mkdtempSync(path.join(tmpdir(), 'redress-tls-'));
  put('first');
  server = createSecureServer({ allowHTTP1: true, ...readPair(files()) }, (_request, response) =>
    response.end('served'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  look = followTlsFiles(server, files(), log);
});
afterEach(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

it('serves a changed certificate without a restart, and goes on with open connections', async () => {
  const open = connect({ port: Number(origin().port), host: '127.0.0.1', rejectUnauthorized: false });
  await new Promise((resolve) => open.once('secureConnect', resolve));
  put('second');
  look();
  expect(await served()).toBe('CN=second');
  const answer = new Promise<string>((resolve) => open.once('data', (bytes) => resolve(String(bytes))));
  open.write('GET / HTTP/1.1\r\nhost: site.example\r\nconnection: close\r\n\r\n');
  expect(await answer).toMatch(/^HTTP\/1\.1 200/);
  open.destroy();
  expect(said).toEqual(['the certificate was changed']);
});

it('keeps the certificate before while the files do not fit each other, says so once, and takes them when they do', async () => {
  put('second', ['crt']);
  look();
  look();
  expect(await served()).toBe('CN=first');
  expect(said).toHaveLength(1);
  expect(said[0]).toContain('cannot be used, the certificate before stays');
  writeFileSync(files().certFile, 'half of one');
  look();
  expect(await served()).toBe('CN=first');
  put('second');
  look();
  expect(await served()).toBe('CN=second');
});

it('says on each day of its last week when a certificate ends, and never before', () => {
  const certificate = new X509Certificate(readFileSync(path.join(FIXTURES, 'first.crt.pem')));
  const end = certificate.validToDate.getTime();
  let now = end - 8 * 86_400_000;
  const seen = watchEnd(log, () => new Date(now));
  expect(seen(certificate)).toBe(8 * 86_400);
  expect(said).toEqual([]);
  for (let hours = 0; hours < 48; hours += 1) {
    now = end - 6 * 86_400_000 + hours * 3_600_000;
    seen(certificate);
  }
  expect(said).toHaveLength(2);
  expect(said[0]).toMatch(/^The certificate of the site ends at 2126-10-29 19:22 UTC/);
  now = end + 86_400_000;
  expect(seen(certificate)).toBeLessThan(0);
  expect(said.at(-1)).toContain('ended at');
});
