import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** For tests: a webhook's receiver on this machine, and what it was sent. */
export async function startReceiver(answer: (reply: ServerResponse, turn: number) => void = (reply) => reply.end()) {
  const received: { path: string; headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() });
      answer(reply, received.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: `http://${host}/told`,
    received,
    stop: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** For tests: a mail server, and what it was given. `refuse`: its answer to whoever a mail is for. */
export async function startMailServer({ refuse = () => 0 }: { refuse?: (address: string) => number } = {}) {
  const received: { to: string[]; subject: string; text: string; messageId: string; from: string }[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo({ address }, _session, done) {
      const responseCode = refuse(address);
      done(responseCode === 0 ? null : Object.assign(new Error('refused'), { responseCode }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(chunks)).then(({ subject = '', text = '', messageId = '', from }) => {
          const to = session.envelope.rcptTo.map(({ address }) => address);
          received.push({ to, subject, text, messageId, from: from?.address ?? '' });
          done();
        }, done);
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = (server.server.address() as AddressInfo).port;
  return {
    config: { host: '127.0.0.1', port, from: 'Releases <releases@example.org>' },
    received,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
