import { createTransport } from 'nodemailer';
import type { SmtpConfig } from '../../platform/config.ts';

export interface OutgoingMail {
  /** Our row: the Message-ID is made from it, so that a mail sent twice is known as one. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments: { filename: string; contentType: string; content: Buffer }[];
}

export interface MailTransport {
  send(mail: OutgoingMail): Promise<void>;
  /** Throws when the server does not answer or does not let us in. */
  check(): Promise<void>;
  close(): void;
}

/** SMTP's reply code, or the code of the connection error; for the row and the log, never the server's own words. */
export function smtpAnswerOf(error: unknown): string {
  const { responseCode, code } = (error ?? {}) as { responseCode?: unknown; code?: unknown };
  if (typeof responseCode === 'number') return String(responseCode);
  return typeof code === 'string' ? code : 'unknown';
}

/** 5xx means never; 4xx and a broken connection mean later (RFC 5321, 4.2.1). A failed sign-in is ours to repair. */
export function isPermanentRefusal(error: unknown): boolean {
  const { responseCode, code } = (error ?? {}) as { responseCode?: unknown; code?: unknown };
  return typeof responseCode === 'number' && responseCode >= 500 && code !== 'EAUTH';
}

export function createSmtpTransport(config: SmtpConfig): MailTransport {
  const transport = createTransport({
    pool: true,
    // As many as the outbox sends at once when its lanes are busy; opened only when they are needed.
    maxConnections: 10,
    host: config.host,
    port: config.port,
    secure: config.secure ?? false,
    requireTLS: config.requireTls ?? false,
    ignoreTLS: !(config.secure || config.requireTls),
    ...(config.user ? { auth: { user: config.user, pass: config.password ?? '' } } : {}),
    // docs/reliability.md, Time limits: mail waits 10 s at most.
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 10_000,
    // A template can only hand over bytes: never a path or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = /@([^>\s]+)>?\s*$/.exec(config.from)?.[1] ?? 'localhost';
  return {
    async send({ id, to, subject, text, html, attachments }) {
      await transport.sendMail({
        // As an object, not a header text: an address with a comma in its name stays one address.
        to: { name: '', address: to },
        from: config.from,
        subject,
        text,
        html,
        attachments,
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
    async check() {
      await transport.verify();
    },
    close: () => transport.close(),
  };
}
