import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { Fault, FaultPlan } from '../world/faults.ts';
import type { StandIn } from '../world/stand-in.ts';
import type { IssuedKeys } from '../keys.ts';
import type { Mailbox } from './mailbox.ts';

const REFUSALS: Record<string, string> = {
  '451': '4.3.0 Temporary failure, try again later',
  '550': '5.1.1 The mailbox is unavailable',
};

/** An SMTP server that takes every mail and sends none on: each lands in the mailbox page. */
export function createSmtpStandIn({
  mailbox,
  faults,
  keys,
}: {
  mailbox: Mailbox;
  faults: FaultPlan;
  keys: Pick<IssuedKeys, 'current' | 'isIssued'>;
}): StandIn {
  const lost = new Set<string>();
  /** Ends a connection without an answer, as a server that dies: the client learns nothing. */
  const hangUp = (sessionId: string) => {
    for (const connection of server.connections as Set<{ id: string; _socket: Socket }>) {
      if (connection.id === sessionId) connection._socket.destroy();
    }
  };
  const server = new SMTPServer({
    banner: 'Redress sandbox mailbox',
    // Loopback only: nothing to encrypt. Any user name is let in, so a client configured with one works too; where the world
    // has a password, a login with another one is refused.
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      const isOpen = keys.current('smtpPassword') === '';
      if (isOpen || keys.isIssued('smtpPassword', password ?? undefined))
        return done(null, { user: username ?? 'anyone' });
      done(Object.assign(new Error('5.7.8 The password is not right'), { responseCode: 535 }));
    },
    onRcptTo({ address }, session, done) {
      const fault = faults.take('smtp', address);
      if (!fault) return done();
      void applyFault(fault, session.id, done);
    },
    onData(stream, session, done) {
      const take = async () => {
        const mail: Email = await PostalMime.parse(await buffer(stream));
        for (const { address } of session.envelope.rcptTo) mailbox.receive(address, mail);
        if (lost.delete(session.id)) hangUp(session.id);
        else done();
      };
      take().catch(done);
    },
  });

  async function applyFault(fault: Fault, sessionId: string, done: (error?: Error) => void): Promise<void> {
    const refusal = REFUSALS[fault.kind];
    if (refusal) return done(Object.assign(new Error(refusal), { responseCode: Number(fault.kind) }));
    if (fault.kind === 'drop') return hangUp(sessionId);
    if (fault.kind === 'drop-after-commit') lost.add(sessionId);
    else {
      await wait(fault.delayMs, undefined, { ref: false });
      if (fault.kind === 'timeout') return hangUp(sessionId);
    }
    done();
  }

  // A client that hangs up in the middle is its own business.
  server.on('error', () => undefined);

  return {
    listen: (host, port) =>
      new Promise((resolve, reject) => {
        server.server.once('error', reject);
        server.listen(port, host, () => resolve(`smtp://${host}:${(server.server.address() as AddressInfo).port}`));
      }),
    close: () =>
      new Promise((resolve) => {
        server.connections.forEach((each) => each.close());
        server.close(() => resolve());
      }),
  };
}
