import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

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
  /** Resolves when a span of this name has come. @throws after 10 s, with the names that came */
  until(name: string): Promise<void>;
  stop(): Promise<void>;
}

/** A receiver of OpenTelemetry's own protocol over HTTP, on a port of its own. */
export async function startTraceReceiver(): Promise<TraceReceiver> {
  const spans: ReceivedSpan[] = [];
  let status: number | null = 200;
  const kept: ServerResponse[] = [];
  const answer = (response: ServerResponse, code: number) =>
    response.writeHead(code, { 'content-type': 'application/json' }).end('{}');
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      if (status === 200) spans.push(...spansOf(body as ExportRequest));
      if (status === null) kept.push(response);
      else answer(response, status);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    answerWith: (next) => (status = next),
    async until(name) {
      const end = performance.now() + 10_000;
      while (!spans.some((span) => span.name === name)) {
        if (performance.now() > end) throw new Error(`Came: ${spans.map((span) => span.name).join(', ')}`);
        await wait(20);
      }
    },
    async stop() {
      for (const response of kept) answer(response, 200);
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      await closed;
    },
  };
}
