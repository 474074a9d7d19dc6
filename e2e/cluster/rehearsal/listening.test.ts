import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { portsFrom } from './layout.ts';
import { portOf, untilListening } from './listening.ts';

it('waits for a process that does not listen yet', async () => {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  const isUp = untilListening('s3', port).then(() => server.listening);
  server.listen(port, '127.0.0.1');
  expect(await isUp).toBe(true);
  server.close();
});

it('knows the port of each process that is none of the product', () => {
  const ports = portsFrom(8_500);
  expect(['nginx', 's3', 'pgbouncer', 'postgres-1', 'postgres-2'].map((name) => portOf(ports, name))).toEqual([
    ports.https,
    ports.s3,
    ports.pooler,
    ...ports.postgres,
  ]);
  expect(() => portOf(ports, 'worker-1')).toThrow('worker-1 has no port.');
});
