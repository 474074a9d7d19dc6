import { once } from 'node:events';
import { request as ask, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { wholeBodyServer } from './whole-body-server.ts';

it('answers no sender that breaks off, and fails no test by it', async () => {
  const answer = jest.fn();
  const server = wholeBodyServer(answer).listen(0);
  const sent = ask({ port: (server.address() as AddressInfo).port, method: 'POST' });
  sent.write('half');
  const [{ socket }] = (await once(server, 'request')) as [IncomingMessage];
  sent.on('error', () => {}).destroy();
  await new Promise((resolve) => socket.once('close', resolve));
  await once(server.close(), 'close');
  expect(answer).not.toHaveBeenCalled();
});
