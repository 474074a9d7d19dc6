import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  call: string;
  body: unknown;
  token: string | undefined;
}

/** A release service on loopback that answers each call with what a test says. */
export async function aService(answers: Record<string, { status?: number; body: unknown }>) {
  const asked: Asked[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const call = `${request.method} ${(request.url ?? '').split('?')[0]}`;
      const text = Buffer.concat(chunks).toString('utf8');
      const isJson = request.headers['content-type'] === 'application/json';
      asked.push({ call, body: isJson ? JSON.parse(text) : text, token: request.headers.authorization });
      const { status = 200, body } = answers[call] ?? { status: 404, body: { code: 'NOT_FOUND' } };
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
