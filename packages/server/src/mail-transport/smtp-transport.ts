import { madeFrom, type Secret } from '../secrets/index.ts';
import { inClientSpan } from '@redress/telemetry/server';
import { createTransport } from 'nodemailer';

/** A mail server, and where mails come from. */
export interface SmtpConfig {
  host: string;
  port: number;
  /** TLS from the first byte (port 465); otherwise STARTTLS where it is required. */
  secure?: boolean;
  /** Refuse to hand a mail over without TLS. On for a live provider, off for the sandbox. */
  requireTls?: boolean;
  user?: Secret;
  password?: Secret;
  /** `Redress <no-reply@example.com>` */
  from: string;
}

export interface OutgoingMail {
  /** The caller's row: the Message-ID is made from it, so that a mail sent twice is known as one. */
  id: string;
  to: string;
  /** Where an answer goes; to where the mail comes from when missing. */
  replyTo?: string;
  subject: string;
  text: string;
  html?: string;
  attachments?: { filename: string; contentType: string; content: Buffer }[];
  headers?: Readonly<Record<string, string>>;
}

export interface MailTransport {
  /**
   * @param signal - ends the wait from outside
   * @throws with `code` `ETIMEDOUT` after the time limit; otherwise what `smtpAnswerOf` and `isPermanentRefusal` read
   */
  send(mail: OutgoingMail, signal?: AbortSignal): Promise<void>;
  /** Throws when the server does not answer or does not let us in. */
  check(): Promise<void>;
  close(): void;
}

export interface TransportLimits {
  /** Most time of one mail, from connection to answer. */
  sendLimitMs: number;
  /** Connections kept open between mails; 0: each mail has a connection of its own. */
  connections: number;
}

export function createSmtpTransport(config: SmtpConfig, { sendLimitMs, connections }: TransportLimits): MailTransport {
  const server = {
    host: config.host,
    port: config.port,
    secure: config.secure ?? false,
    requireTLS: config.requireTls ?? false,
    ignoreTLS: !(config.secure || config.requireTls),
    // docs/reliability.md, Time limits: mail waits 10 s at most.
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 10_000,
    // A text can only hand over bytes: never a path or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  /** One for each login; one that was replaced is closed when its last mail is out, because a pool that closes refuses what waits. */
  const made = (user = '', pass = '') => {
    const options = { ...server, ...(user ? { auth: { user, pass } } : {}) };
    const sender =
      connections > 0
        ? createTransport({ ...options, pool: true, maxConnections: connections })
        : createTransport(options);
    let sending = 0;
    let isReplaced = false;
    const closeWhenDone = () => {
      if (isReplaced && sending === 0) sender.close();
    };
    return {
      sender,
      replace() {
        isReplaced = true;
        closeWhenDone();
      },
      async during<T>(work: () => Promise<T>): Promise<T> {
        sending += 1;
        try {
          return await work();
        } finally {
          sending -= 1;
          closeWhenDone();
        }
      },
    };
  };
  const current = madeFrom([config.user ?? '', config.password ?? ''], made, (before) => before.replace());
  const domain = /@([^>\s]+)>?\s*$/.exec(config.from)?.[1] ?? 'localhost';
  return {
    async send({ id, to, replyTo, headers, ...content }, signal) {
      // The limits above begin anew with each byte: a server that answers a letter at a time would hold a connection for ever.
      const limit = AbortSignal.timeout(sendLimitMs);
      try {
        const message = {
          ...content,
          // As an object, not a header text: an address with a comma in its name stays one address.
          to: { name: '', address: to },
          from: config.from,
          ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated', ...headers },
          signal: signal ? AbortSignal.any([signal, limit]) : limit,
        };
        const { sender, during } = current();
        await during(() => inClientSpan('smtp', 'send', () => sender.sendMail(message)));
      } catch (error) {
        if (!limit.aborted) throw error;
        throw Object.assign(new Error('The mail server took too long.', { cause: error }), { code: 'ETIMEDOUT' });
      }
    },
    async check() {
      const { sender, during } = current();
      await during(() => sender.verify());
    },
    close: () => current().sender.close(),
  };
}
