import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Programs } from './programs.ts';

const run = promisify(execFile);

/** What is drawn once for a folder and kept in it. */
function draw() {
  const secret = (prefix: string) => `${prefix}${randomBytes(18).toString('hex')}`;
  return {
    password: secret(''),
    metricsToken: secret(''),
    keys: {
      stripeSecretKey: secret('sk_test_'),
      stripePublishableKey: secret('pk_test_'),
      stripeWebhookSecret: secret('whsec_'),
      lobApiKey: secret('test_'),
      lobWebhookSecret: secret('lobsec_'),
      placesKey: secret('AIza'),
      oidcClientId: `${secret('')}.apps.sandbox`,
      oidcClientSecret: secret('oidcsec_'),
      consoleClientId: `${secret('')}.console.sandbox`,
      consoleClientSecret: secret('oidcsec_'),
      smtpPassword: secret(''),
    },
  };
}
type Drawn = ReturnType<typeof draw>;
export type SandboxKeys = Drawn['keys'];

/** Passwords and keys, drawn once and kept in a file; a value that an older file lacks is added. */
export function drawOnce(folder: string): Drawn {
  const file = path.join(folder, 'drawn.json');
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Drawn>) : {};
  const fresh = draw();
  const drawn = { ...fresh, ...kept, keys: { ...fresh.keys, ...kept.keys } };
  writePrivately(file, drawn);
  return drawn;
}

/** For this account alone, and under its name only when it is whole. */
export function writePrivately(file: string, content: object): void {
  writeFileSync(`${file}.new`, JSON.stringify(content), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** A certificate for localhost that signs itself: the processes are told to trust it, browsers ask. */
export async function certificateIn(folder: string, { openssl }: Programs): Promise<string> {
  const tls = path.join(folder, 'tls');
  const certificate = path.join(tls, 'certificate.pem');
  if (existsSync(certificate)) return certificate;
  mkdirSync(tls, { recursive: true });
  await run(openssl, [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '365'],
    ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'],
    ...['-keyout', path.join(tls, 'key.pem'), '-out', certificate],
  ]);
  return certificate;
}
