import { existsSync, readFileSync } from 'node:fs';
import type { Logger } from '@redress/telemetry/server';
import { secretFromFile, type SecretRing } from './secrets.ts';

const LOOK_MS = 2_000;
const LEAST_BYTES = 32;

/** Where the secret before stands after a rotation, and the one to come before it. */
export const formerSecretFile = (file: string): string => `${file}.former`;
export const nextSecretFile = (file: string): string => `${file}.next`;

export interface InstallationSecret {
  ring(): SecretRing;
  /** What is wrong with the files, without their content; `null` for nothing. */
  fault(): string | null;
  /** @param listener - called when another secret has become the current one */
  onCurrent(listener: () => void): void;
  look(): void;
  stop(): void;
}

export const ringOfFiles = (file: string): SecretRing => ({
  current: secretFromFile(file),
  former: optionalSecret(formerSecretFile(file)),
  next: optionalSecret(nextSecretFile(file)),
});

const optionalSecret = (file: string): Buffer | null => {
  if (!existsSync(file)) return null;
  const secret = Buffer.from(readFileSync(file, 'utf8').trim(), 'utf8');
  if (secret.length < LEAST_BYTES) throw new RangeError(`${file} holds less than ${LEAST_BYTES} bytes`);
  return secret;
};

/**
 * Follows the file of the secret and the two beside it. A change is taken when two looks in a row found the same, and only when
 * the new ring knows the secret before: a file of another installation would lock everybody out.
 */
export function followInstallationSecret(file: string, log: Pick<Logger, 'info' | 'warn'>): InstallationSecret {
  let ring = ringOfFiles(file);
  let before = textOf(ring);
  let fault: string | null = null;
  const listeners: (() => void)[] = [];

  const look = () => {
    let seen: SecretRing | null = null;
    let wrong: string | null = null;
    try {
      // Never made here: a file that is away for a moment is not a new installation.
      seen = { ...ringOfFiles(file), current: requiredSecret(file) };
      if (!isSuccessor(ring, seen)) wrong = `${file} holds a secret that does not follow the one in use`;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      wrong = code ? `${file} or a file beside it cannot be read (${code})` : message;
    }
    const now = wrong ?? textOf(seen as SecretRing);
    const isSettled = now === before;
    before = now;
    if (!isSettled) return;
    if (wrong !== null && wrong !== fault) log.warn(`${wrong}; the secret before stays in use`);
    fault = wrong;
    if (wrong !== null || seen === null || textOf(seen) === textOf(ring)) return;
    const isAnother = String(seen.current) !== String(ring.current);
    ring = seen;
    log.info(
      isAnother ? 'another secret of the installation is in use' : 'secrets beside the one in use were read anew',
    );
    if (isAnother) for (const listener of listeners) listener();
  };
  const timer = setInterval(look, LOOK_MS).unref();
  return {
    ring: () => ring,
    fault: () => fault,
    onCurrent: (listener) => void listeners.push(listener),
    look,
    stop: () => clearInterval(timer),
  };
}

function requiredSecret(file: string): Buffer {
  const secret = optionalSecret(file);
  if (secret === null) throw new RangeError(`${file} is gone`);
  return secret;
}

const same = (one: string | Buffer | null, other: string | Buffer | null) =>
  one !== null && other !== null && String(one) === String(other);

const isSuccessor = (before: SecretRing, after: SecretRing): boolean =>
  same(after.current, before.current) || same(after.current, before.next) || same(after.former, before.current);

const textOf = ({ current, former, next }: SecretRing): string => JSON.stringify([current, former, next].map(String));
