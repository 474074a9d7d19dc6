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

it.each([0, 2])(
  'logs in with the password of now, and lets mails that are on their way out (%s connections)',
  async (connections) => {
    const logins: string[] = [];
    const sockets = new Set<Socket>();
    const held: (() => void)[] = [];
    let holds = true;
    const server = createServer((socket) => {
      sockets.add(socket);
      let inMail = false;
      socket.on('error', () => {});
      socket.write('220 ready\r\n');
      socket.on('data', (bytes) => {
        for (const line of String(bytes).split('\r\n').filter(Boolean)) {
          const [word = '', ...rest] = line.split(' ');
          if (inMail && line !== '.') continue;
          if (line === '.') {
            inMail = false;
            const accept = () => void socket.write('250 kept\r\n');
            if (holds) held.push(accept);
            else accept();
          } else if (word === 'EHLO') socket.write('250-here\r\n250 AUTH PLAIN\r\n');
          else if (word === 'AUTH') {
            logins.push(
              Buffer.from(rest[1] ?? '', 'base64')
                .toString()
                .split('\0')[2] ?? '',
            );
            socket.write('235 welcome\r\n');
          } else if (word === 'DATA') {
            inMail = true;
            socket.write('354 go on\r\n');
          } else socket.write('250 fine\r\n');
        }
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    let password = 'first';
    const transport = createSmtpTransport(
      {
        host: '127.0.0.1',
        port: (server.address() as AddressInfo).port,
        from: 'a@example.org',
        user: 'redress',
        password: () => password,
      },
      { sendLimitMs: 5_000, connections },
    );
    const mail = (id: string) => ({ id, to: 'b@example.org', subject: 's', text: 't' });
    const first = [1, 2, 3].map((n) => transport.send(mail(`first-${n}`)));
    // With a pool the third waits for a connection of the login before.
    const wanted = connections === 0 ? 3 : connections;
    while (held.length < wanted) await new Promise((resolve) => setImmediate(resolve));
    holds = false;
    password = 'second';
    const second = transport.send(mail('second'));
    for (const accept of held) accept();
    await Promise.all([...first, second]);
    expect(new Set(logins)).toEqual(new Set(['first', 'second']));
    expect(logins.filter((login) => login === 'second')).toHaveLength(1);
    transport.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  },
);
