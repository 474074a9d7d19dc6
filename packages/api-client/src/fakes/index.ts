/** A server made of the contracts: for component tests, and for a remote that runs by itself. */
import {
  ACCOUNT_HEADER,
  endpoints,
  ERRORS,
  type AnswerOf,
  type Endpoint,
  type EndpointName,
  type Endpoints,
  type ErrorCode,
} from '@redress/contracts';
import { fakeAnswer } from '@redress/contracts/fakes';

/** What a fake refuses with; `fields` stand next to inputs, `other` is the other version of a conflict. */
export interface FakeRefusal {
  refuse: ErrorCode;
  message?: string;
  fields?: Record<string, string>;
  other?: unknown;
  retryAfterSeconds?: number;
}
type FakeResult<N extends EndpointName> = Partial<AnswerOf<Endpoints[N]>> | FakeRefusal | Blob | 'offline';
/** `account`: whose page asks (`ACCOUNT_HEADER`). */
type FakeHandler<N extends EndpointName> = (
  request: Record<string, unknown>,
  page: { account: string | null },
) => FakeResult<N> | Promise<FakeResult<N>>;

/** Per call: an answer laid over the contract-made one, or a function of the request. */
export type FakeCalls = { [N in EndpointName]?: FakeResult<N> | FakeHandler<N> };

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

const isRefusal = (result: object): result is FakeRefusal => 'refuse' in result;

const byRoute = new Map(
  (Object.entries(endpoints) as [EndpointName, Endpoint][]).map(([name, e]) => [
    `${e.method} ${e.path}`,
    { name, endpoint: e },
  ]),
);

const readRequest = (url: URL, body: unknown): Record<string, unknown> =>
  typeof body === 'string' && body
    ? (JSON.parse(body) as Record<string, unknown>)
    : Object.fromEntries(url.searchParams);

/**
 * Answers of the contracts.
 * @public a development server loads it by its name
 */
export function createFakeServer(calls: FakeCalls = {}) {
  let answers: FakeCalls = { ...calls };
  /** Every request so far, oldest first. */
  const requests: { call: EndpointName; request: Record<string, unknown>; account: string | null }[] = [];

  const answer = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : String(input), 'http://localhost');
    if (url.pathname === '/healthz') return json(200, { ok: true });
    const found = byRoute.get(`${init?.method ?? 'GET'} ${url.pathname}`);
    if (!found) return new Response('not in the contracts', { status: 404 });
    const { name, endpoint } = found;
    const request = readRequest(url, init?.body);
    const account = new Headers(init?.headers).get(ACCOUNT_HEADER);
    requests.push({ call: name, request, account });

    const given = answers[name];
    const result = typeof given === 'function' ? await given(request as never, { account }) : given;
    if (result === 'offline') throw new TypeError('Failed to fetch');
    if (result instanceof Blob)
      return new Response(result, {
        headers: { 'content-type': result.type || 'application/pdf', 'content-disposition': 'attachment' },
      });
    if (result && isRefusal(result)) {
      const { refuse, message = refuse, fields, other, retryAfterSeconds } = result;
      const body = {
        success: false,
        code: refuse,
        message,
        errorId: 'fake',
        ...(fields ? { errors: fields } : {}),
        other,
        retryAfterSeconds,
      };
      return json(ERRORS[refuse].status, body);
    }
    if (endpoint.kind === 'blob')
      return new Response(new Blob(['%PDF-1.7'], { type: 'application/pdf' }), {
        headers: { 'content-type': 'application/pdf' },
      });
    return json(200, { success: true, ...(fakeAnswer(endpoint) as object), ...result });
  };

  return {
    fetch: answer,
    requests,
    /** Lays further answers over the ones there are. */
    use: (more: FakeCalls) => {
      answers = { ...answers, ...more };
    },
  };
}

/** Puts a fake server in the place of `fetch`; `restore` gives the real one back. */
export function installFakeServer(calls: FakeCalls = {}) {
  const server = createFakeServer(calls);
  const real = globalThis.fetch;
  globalThis.fetch = server.fetch;
  return {
    ...server,
    restore: () => {
      globalThis.fetch = real;
    },
  };
}
