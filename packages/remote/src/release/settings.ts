import type { ReleaseCall } from '@redress/release-client';
import { releaseClient } from '@redress/release-client/client';
import { signingKey, type SigningKey } from '@redress/release-client/publish';
import { CommandRefused } from '../command.ts';

const TIMEOUT_MS = 60_000;
const TOKEN = /^[\w-]{20,100}$/;

/** Loopback answers on this machine alone. */
const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);

/** @throws {CommandRefused} `ADDRESS_MISSING`, `ADDRESS_INVALID`, `ADDRESS_UNSAFE` */
export function addressOf(environment: NodeJS.ProcessEnv): string {
  const given = environment['RELEASE_URL']?.trim();
  if (!given)
    throw new CommandRefused(
      'ADDRESS_MISSING',
      'RELEASE_URL is not set.',
      'Set it to the address of the release service.',
    );
  const url = URL.parse(given);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new CommandRefused(
      'ADDRESS_INVALID',
      'RELEASE_URL is no address.',
      'Write it as https://releases.example.com',
    );
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw new CommandRefused(
      'ADDRESS_UNSAFE',
      `${url.origin} is not encrypted: the token could be read on its way.`,
      'Use the https address of the release service.',
    );
  return url.origin;
}

/** @throws {CommandRefused} `TOKEN_MISSING`, `TOKEN_INVALID` */
export function tokenOf(environment: NodeJS.ProcessEnv): string {
  const token = environment['RELEASE_TOKEN']?.trim();
  if (!token)
    throw new CommandRefused(
      'TOKEN_MISSING',
      'RELEASE_TOKEN is not set.',
      'A key holder makes one for the team: `release people token add <name> --person <who> --role developer --team <team>`. In CI it is a secret of the job.',
    );
  if (!TOKEN.test(token))
    throw new CommandRefused('TOKEN_INVALID', 'RELEASE_TOKEN is no token.', 'Copy it again, whole and without quotes.');
  return token;
}

/** @throws {CommandRefused} `ADDRESS_…`, `TOKEN_…` */
export const connectionOf = (environment: NodeJS.ProcessEnv): { url: string; call: ReleaseCall } => {
  const url = addressOf(environment);
  return { url, call: releaseClient({ baseUrl: url, token: tokenOf(environment), timeoutMs: TIMEOUT_MS }) };
};

/**
 * The team's key, which signs its builds.
 * @throws {CommandRefused} `KEY_MISSING`, `KEY_INVALID`
 */
export function teamKeyOf(environment: NodeJS.ProcessEnv): SigningKey {
  const given = environment['RELEASE_TEAM_KEY']?.trim();
  if (!given)
    throw new CommandRefused(
      'KEY_MISSING',
      'RELEASE_TEAM_KEY is not set: nothing can sign the build.',
      "Set it to the text of the team's key (team-….pem). In CI it is a secret of the environment that releases; a fork or another branch is given none.",
    );
  try {
    // Some CI systems keep a secret on one line.
    return signingKey(given.includes('\n') ? given : given.replaceAll('\\n', '\n'));
  } catch {
    // The cause would repeat a part of the key.
    throw new CommandRefused(
      'KEY_INVALID',
      'RELEASE_TEAM_KEY holds no Ed25519 private key.',
      'Give the whole text of the .pem file, from -----BEGIN to END-----, with its line breaks.',
    );
  }
}
