import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { wholeBodyServer } from './whole-body-server.ts';

export { wholeBodyServer };

/** A span as it came over the wire. */
export interface ReceivedSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  /** 2 server, 3 client, 5 consumer. */
  kind: number;
  /** 2 is an error. */
  status: { code?: number };
  attributes: Record<string, unknown>;
  service: string;
}

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}
interface ExportRequest {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: (Omit<ReceivedSpan, 'attributes'> & { attributes: Attribute[] })[] }[];
  }[];
}

const read = (attributes: readonly Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

const spansOf = ({ resourceSpans }: ExportRequest): ReceivedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        ...span,
        attributes: read(span.attributes),
        service: String(read(resource.attributes)['service.name']),
      })),
    ),
  );

export interface TraceReceiver {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  endpoint: string;
  spans: ReceivedSpan[];
  /** What every request is answered from now on; `null` keeps it waiting. */
  answerWith(status: number | null): void;
  /** Refuses from now on who has another `authorization` than this. */
  takeOnly(authorization: string): void;
  /** Resolves when a span of this name has come. */
  until(name: string): Promise<void>;
  stop(): Promise<void>;
}

/** A receiver of OpenTelemetry's own protocol over HTTP, on a port of its own. */
export async function startTraceReceiver(): Promise<TraceReceiver> {
  const spans: ReceivedSpan[] = [];
  let status: number | null = 200;
  let taken: string | null = null;
  const kept: ServerResponse[] = [];
  /** Says `read` when the spans of a request are in the list. */
  const requests = new EventEmitter();
  const answer = (response: ServerResponse, code: number) =>
    response.writeHead(code, { 'content-type': 'application/json' }).end('{}');
  const server = wholeBodyServer(({ headers }, response, body) => {
    if (taken !== null && headers.authorization !== taken) return answer(response, 401);
    if (status === 200) spans.push(...spansOf(JSON.parse(body.toString()) as ExportRequest));
    requests.emit('read');
    return status === null ? kept.push(response) : answer(response, status);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    answerWith: (next) => (status = next),
    takeOnly: (authorization) => (taken = authorization),
    async until(name) {
      while (!spans.some((span) => span.name === name)) await once(requests, 'read');
    },
    async stop() {
      for (const response of kept) answer(response, 200);
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      await closed;
    },
  };
}
