import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createSmtpTransport } from './smtp-transport.ts';

it('ends the wait for a mail server that answers byte by byte', async () => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const drip = setInterval(() => socket.write('2'), 5);
    socket.on('error', () => {});
    socket.on('close', () => clearInterval(drip));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const transport = createSmtpTransport(
    { host: '127.0.0.1', port, from: 'a@example.org' },
    { sendLimitMs: 300, connections: 0 },
  );
  const mail = { id: '1', to: 'b@example.org', subject: 's', text: 't' };
  await expect(transport.send(mail)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  transport.close();
  for (const socket of sockets) socket.destroy();
  server.close();
});
