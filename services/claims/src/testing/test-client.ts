import type { AnswerOf, Endpoint, Refusal, RequestOf } from '@redress/contracts';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';

export interface TestAnswer<T> {
  status: number;
  /** The parsed answer; for a refusal, `code` and its kin. */
  body: T & { success: true };
  refusal: Refusal;
  headers: LightMyRequestResponse['headers'];
  response: LightMyRequestResponse;
}

export interface SendOptions {
  /** Replaces what a page of ours would send. `null` sends nothing. */
  headers?: Record<string, string | null>;
}

/** One browser: keeps its cookies, and sends what a page of ours sends. In-process: no socket. */
export class TestClient {
  readonly cookies = new Map<string, string>();
  readonly app: FastifyInstance;
  readonly origin: string;
  userAgent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36';
  ip = '127.0.0.1';

  constructor(app: FastifyInstance, origin: string) {
    this.app = app;
    this.origin = origin;
  }

  async call<const E extends Endpoint>(
    endpoint: E,
    ...[request, options = {}]: [request?: RequestOf<E>, options?: SendOptions]
  ): Promise<TestAnswer<AnswerOf<E>>> {
    const isGet = endpoint.method === 'GET';
    const response = await this.send(endpoint.method, endpoint.path, {
      ...(isGet ? { query: request as unknown as Record<string, unknown> } : { json: request ?? {} }),
      ...options,
    });
    const isJson = String(response.headers['content-type'] ?? '').startsWith('application/json');
    const body = isJson ? response.json() : {};
    return { status: response.statusCode, body, refusal: body, headers: response.headers, response };
  }

  /**
   * The same, again while the service refuses it unread as overloaded: on a loaded machine it takes 16 calls at once, and
   * a test that sends more is about what the service does with all of them.
   */
  async callUntilTaken<const E extends Endpoint>(
    endpoint: E,
    ...request: [request?: RequestOf<E>, options?: SendOptions]
  ): Promise<TestAnswer<AnswerOf<E>>> {
    for (;;) {
      const answer = await this.call(endpoint, ...request);
      if (answer.refusal.code !== 'OVERLOADED') return answer;
    }
  }

  /** The same without the contract: what a stranger would send. */
  async send(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    {
      query,
      json,
      payload,
      headers = {},
    }: SendOptions & { query?: Record<string, unknown>; json?: unknown; payload?: string | Buffer } = {},
  ): Promise<LightMyRequestResponse> {
    const sent: Record<string, string> = {
      'user-agent': this.userAgent,
      'sec-fetch-site': 'same-origin',
      ...(method === 'GET' ? {} : { origin: this.origin }),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...(this.cookies.size ? { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') } : {}),
    };
    for (const [name, value] of Object.entries(headers)) {
      if (value === null) delete sent[name];
      else sent[name] = value;
    }
    const search = query && Object.entries(query).filter(([, value]) => value !== undefined);
    const response = await this.app.inject({
      method,
      url: search?.length ? `${path}?${new URLSearchParams(search.map(([k, v]) => [k, String(v)]))}` : path,
      headers: sent,
      remoteAddress: this.ip,
      ...(json === undefined ? (payload === undefined ? {} : { payload }) : { payload: JSON.stringify(json) }),
    });
    this.keepCookies(response);
    return response;
  }

  /** Another browser with the same cookies: a second tab, or a thief's copy. */
  copy(): TestClient {
    const twin = new TestClient(this.app, this.origin);
    for (const [name, value] of this.cookies) twin.cookies.set(name, value);
    return twin;
  }

  private keepCookies(response: LightMyRequestResponse): void {
    for (const { name, value, maxAge } of response.cookies) {
      if (maxAge === 0) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}
