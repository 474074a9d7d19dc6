import { inClientSpan } from '@redress/telemetry/server';
import { createTransport } from 'nodemailer';
import type { SmtpConfig } from '../../platform/config.ts';
import type { EmailTransport } from '../../platform/email/email-transport.ts';

/** Below the lease of the job that sends. */
const SEND_LIMIT_MS = 30_000;

export function createSmtpTransport(config: SmtpConfig, sendLimitMs = SEND_LIMIT_MS): EmailTransport {
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
    async send({ id, to, replyTo, subject, text, html, attachments }) {
      const message = {
        // As an object, not a header text: an address with a comma in its name stays one address.
        to: { name: '', address: to },
        from: config.from,
        ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
        subject,
        text,
        html,
        attachments,
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        // The limits above begin anew with each byte: a server that answers a letter at a time would hold a connection for ever.
        signal: AbortSignal.timeout(sendLimitMs),
      };
      await inClientSpan('smtp', 'send', () => transport.sendMail(message));
    },
    async check() {
      await transport.verify();
    },
    close: () => transport.close(),
  };
}
