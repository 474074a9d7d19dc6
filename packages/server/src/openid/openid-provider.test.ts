import { createServer, type Server } from 'node:http';
import { createOpenIdProvider } from './index.ts';

const settings = { clientId: 'x', clientSecret: 'y' };
const now = () => new Date('2026-03-01T12:00:00Z');
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/** A provider that answers every question with this. */
const answering = (text: string) =>
  new Promise<string>((resolve) => {
    const server = createServer((_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(text),
    );
    servers.push(server);
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as { port: number }).port}`));
  });

it('speaks plain http with this machine alone', async () => {
  const provider = createOpenIdProvider({ issuer: 'http://id.example', ...settings }, now);
  await expect(provider.begin('https://x.example/back')).rejects.toMatchObject({ kind: 'down' });
});

it.each(['', '[]', '{"issuer":"https://other.example"}', '<html></html>', 'null'])(
  'is told that the provider is down by an answer that is none: %s',
  async (text) => {
    const provider = createOpenIdProvider({ issuer: await answering(text), ...settings }, now);
    await expect(provider.begin('https://x.example/back')).rejects.toMatchObject({
      name: 'OpenIdRefusal',
      kind: 'down',
    });
  },
);
