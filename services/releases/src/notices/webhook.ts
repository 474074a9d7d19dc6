import { createHmac } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { RequestFilteringHttpsAgent } from 'request-filtering-agent';
import type { KeyFolder } from '../keys/key-folder.ts';

const TIME_LIMIT_MS = 10_000;
const PREFIX = 'whsec_';

/** A webhook's secret, as its receiver keeps it. */
export const secretOf = ({ derive }: Pick<KeyFolder, 'derive'>, salt: string): string =>
  PREFIX + derive(`webhook ${salt}`).toString('base64');

/** By this a program knows whether its key folder is the one of which a secret was made. */
export const checkOf = (secret: string): string =>
  createHmac('sha256', secret).update('check').digest('hex').slice(0, 16);

/** Headers of Standard Webhooks, version 1: a signature for each secret that is good now. */
export function signedHeaders(
  { id, body, at }: { id: string; body: string; at: Date },
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const sign = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64');
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret)}`).join(' '),
  };
}

/** Whether the configuration names this receiver, in the own network or on this machine. */
export const isPrivateHost = (url: URL, privateHosts: readonly string[]): boolean =>
  privateHosts.includes(url.host) || privateHosts.includes(url.hostname);

/**
 * Sends one request. Only the status of the answer is looked at: a redirect is not followed, and no byte of a body is
 * read. Receivers that the configuration does not name are asked by https alone, and the address that a connection goes
 * to is looked at, whatever name led to it: it has to be one of the open internet.
 * @returns `null` when it was taken, otherwise why not
 */
export function postWebhook(
  { url, headers, body }: { url: URL; headers: Record<string, string>; body: string },
  {
    privateHosts,
    signal,
    timeLimitMs = TIME_LIMIT_MS,
  }: { privateHosts: readonly string[]; signal?: AbortSignal; timeLimitMs?: number },
): Promise<string | null> {
  const isNamed = isPrivateHost(url, privateHosts);
  if (!isNamed && url.protocol !== 'https:') return Promise.resolve('ADDRESS_PRIVATE');
  const limit = AbortSignal.timeout(timeLimitMs);
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve) => {
    const sending = request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      ...(isNamed ? { agent: false } : { agent: new RequestFilteringHttpsAgent() }),
    });
    sending.on('response', (answer) => {
      const { statusCode = 0 } = answer;
      answer.destroy();
      resolve(statusCode >= 200 && statusCode < 300 ? null : `HTTP ${statusCode}`);
    });
    sending.on('error', (error: NodeJS.ErrnoException) => resolve(failureOf(error, limit)));
    // After an answer that would change the protocol (101) neither of the two is said.
    sending.on('close', () => resolve('FAILED'));
    sending.end(body);
  });
}

function failureOf({ code, message }: NodeJS.ErrnoException, limit: AbortSignal): string {
  if (limit.aborted) return 'TIMEOUT';
  if (/is not allowed/.test(message)) return 'ADDRESS_PRIVATE';
  return code ?? 'FAILED';
}
