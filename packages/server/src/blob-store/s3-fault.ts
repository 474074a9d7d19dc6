/** What a store says is wrong, by its own code. An answer without one has its status alone. */
const CODE = /<Code>(\w+)<\/Code>/;
const REASONS: Record<string, string> = {
  SignatureDoesNotMatch: 'S3_SECRET_ACCESS_KEY is not the secret of S3_ACCESS_KEY_ID',
  InvalidAccessKeyId: 'S3_ACCESS_KEY_ID is not known there',
  NoSuchBucket: 'S3_BUCKET is not there',
  AccessDenied: 'S3_ACCESS_KEY_ID has no right to this',
  RequestTimeTooSkewed: 'the clock of this machine differs from that of the store',
};
const reasonOf = (status: number): string => {
  if (status === 401 || status === 403) return 'correct S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or their rights';
  if (status === 400) return 'correct S3_REGION or S3_URL';
  if (status === 404) return 'correct S3_BUCKET or S3_URL';
  return 'look at the store that S3_URL names';
};

/** The store refuses, or cannot be asked. The message is for the operator; who asked for a file may try again. */
class StoreAway extends Error {
  override readonly name = 'StoreAway';
  readonly code = 'STORE_AWAY';
}

export const isNoBucket = (body: string): boolean => CODE.exec(body)?.[1] === 'NoSuchBucket';

/** @param address - of the bucket @param asked - `GET /builds/…` @param body - of the answer */
export const refusedByBucket = (address: string, asked: string, status: number, body: string): Error =>
  new StoreAway(
    `The store at ${address} answered ${status} to ${asked}: ${REASONS[CODE.exec(body)?.[1] ?? ''] ?? reasonOf(status)}.`,
  );

/** A name that is not known, a port where nothing listens, a wait that was too long, an answer that leads elsewhere. */
export function silentBucket(address: string, asked: string, cause: unknown, limitMs: number): Error {
  const { name, cause: inner, message } = cause as Error & { cause?: { code?: string; message?: string } };
  const store = `The store at ${address} (S3_URL, S3_BUCKET)`;
  if (name === 'TimeoutError')
    return new StoreAway(`${store} did not answer ${asked} in ${limitMs / 1000} s.`, { cause });
  if (inner?.message === 'unexpected redirect')
    return new StoreAway(`${store} leads elsewhere for ${asked}: correct S3_REGION or S3_URL.`, { cause });
  return new StoreAway(`${store} does not answer ${asked}: ${inner?.code ?? inner?.message ?? message}.`, { cause });
}
