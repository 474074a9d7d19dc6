import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
}

export interface TestMailbox {
  port: number;
  received: ReceivedMail[];
  /** Newest first. */
  to(address: string): ReceivedMail[];
  /** Resolves once a mail to this address is there. */
  arrival(address: string): Promise<void>;
  /** The code in the newest mail to an address. */
  codeFor(address: string): string;
  /** The next mails to this address get this answer instead of being taken. */
  refuse(address: string, responseCode: number, times?: number): void;
  stop(): Promise<void>;
}

/** A real SMTP server on a port of its own, and what it was given. */
export async function startTestMailbox(): Promise<TestMailbox> {
  const received: ReceivedMail[] = [];
  const arrivals = new EventEmitter();
  const refusals = new Map<string, { code: number; times: number }>();
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo({ address }, _session, done) {
      const refusal = refusals.get(address);
      if (!refusal || refusal.times <= 0) return done();
      refusal.times -= 1;
      done(Object.assign(new Error('refused'), { responseCode: refusal.code }));
    },
    onData(stream, session, done) {
      const take = async () => {
        const { subject = '', text = '', html = '', messageId = '' } = await PostalMime.parse(await buffer(stream));
        for (const { address } of session.envelope.rcptTo) {
          received.push({ to: address, subject, text, html, messageId });
          arrivals.emit(address);
        }
        done();
      };
      take().catch(done);
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const to = (address: string) => received.filter((mail) => mail.to === address).toReversed();
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    to,
    async arrival(address) {
      if (to(address).length === 0) await once(arrivals, address);
    },
    codeFor(address) {
      const code = /^(\d{6})$/m.exec(to(address)[0]?.text ?? '')?.[1];
      if (!code) throw new Error('No code has arrived.');
      return code;
    },
    refuse: (address, code, times = 1) => void refusals.set(address, { code, times }),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
