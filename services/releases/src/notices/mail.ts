import { createTransport } from 'nodemailer';

/** A mail server, and where mails come from. */
export interface NoticeMailConfig {
  host: string;
  port: number;
  from: string;
  secure?: boolean;
  requireTls?: boolean;
  user?: string;
  password?: string;
}

const TIME_LIMIT_MS = 20_000;

/** @returns `null` when the server took the mail, otherwise why not; `forGood`: another try would end the same way */
export type SendMail = (
  mail: { id: string; to: string; subject: string; text: string },
  signal: AbortSignal,
) => Promise<{ error: string; forGood: boolean } | null>;

export function mailSender(config: NoticeMailConfig, timeLimitMs = TIME_LIMIT_MS): SendMail {
  const transport = createTransport({
    host: config.host,
    port: config.port,
    secure: config.secure ?? false,
    requireTLS: config.requireTls ?? false,
    ignoreTLS: !(config.secure || config.requireTls),
    ...(config.user ? { auth: { user: config.user, pass: config.password ?? '' } } : {}),
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 10_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = /@([^>\s]+)>?\s*$/.exec(config.from)?.[1] ?? 'localhost';
  return async ({ id, to, subject, text }, signal) => {
    // Of its own limits each is begun anew by one byte: a server that answers a letter at a time would hold it for ever.
    const limit = AbortSignal.timeout(timeLimitMs);
    try {
      await transport.sendMail({
        to: { name: '', address: to },
        from: config.from,
        subject,
        text,
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.any([signal, limit]),
      });
      return null;
    } catch (error) {
      const { responseCode, code } = error as { responseCode?: unknown; code?: unknown };
      if (limit.aborted) return { error: 'TIMEOUT', forGood: false };
      // 5xx means never; a failed sign-in is ours to repair (RFC 5321, 4.2.1).
      const forGood = typeof responseCode === 'number' && responseCode >= 500 && code !== 'EAUTH';
      if (typeof responseCode === 'number') return { error: `SMTP ${responseCode}`, forGood };
      return { error: typeof code === 'string' ? code : 'FAILED', forGood };
    }
  };
}
