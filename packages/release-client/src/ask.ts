import { REFUSALS, type RefusalCode } from '@redress/contracts/refusals';
import type { Finding, ReleaseEndpoint } from '@redress/contracts/release-api';
import { ReleaseRefusal } from './refusal.ts';

/** Address of the release service, and who asks. */
interface Asking {
  /** Address of the console; empty on its own page. */
  baseUrl: string;
  credentials: Readonly<Record<string, string>>;
  timeoutMs: number;
  /** Throws where an answer with these headers is none for who asks. */
  check?: (headers: Headers) => void;
}

/** Parts of an endpoint that a request needs. */
type Place = Pick<ReleaseEndpoint, 'method' | 'path' | 'sends'>;

/** @throws {ReleaseRefusal} also `UNREACHABLE` when no answer came */
export async function askRelease(
  { baseUrl, credentials, timeoutMs, check }: Asking,
  { method, path, sends }: Place,
  request: object,
): Promise<object | null> {
  const isBytes = sends === 'bytes';
  let answer: Response;
  try {
    answer = await fetch(`${baseUrl}${path}${method === 'GET' ? queryOf(request) : ''}`, {
      method,
      headers: {
        ...credentials,
        ...(method === 'GET' ? {} : { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' }),
      },
      ...(method === 'GET' ? {} : { body: isBytes ? (request as BodyInit) : JSON.stringify(request) }),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    });
  } catch (error) {
    throw new ReleaseRefusal('UNREACHABLE', `The release service does not answer: ${(error as Error).message}`);
  }
  check?.(answer.headers);
  const body: unknown = await answer.json().catch(() => undefined);
  if (answer.ok) {
    if (typeof body === 'object') return body;
    // Cut on its way, or given by something that stands before the service.
    throw new ReleaseRefusal('UNREACHABLE', 'What answered is not the release service, or its answer was cut.');
  }
  const { code = '', message, findings } = (body ?? {}) as { code?: string; message?: string; findings?: Finding[] };
  throw new ReleaseRefusal(
    Object.hasOwn(REFUSALS, code) ? (code as RefusalCode) : 'FAILED',
    message ?? `The release service answered ${answer.status}.`,
    findings,
  );
}

function queryOf(values: object): string {
  const given = Object.entries(values).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, String(value)] as [string, string]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}
