import { createSmtpTransport, isPermanentRefusal, smtpAnswerOf, type SmtpConfig } from '@redress/server/mail-transport';

const TIME_LIMIT_MS = 20_000;

/** @returns `null` when the server took the mail, otherwise why not; `forGood`: another try would end the same way */
export type SendMail = (
  mail: { id: string; to: string; subject: string; text: string },
  signal: AbortSignal,
) => Promise<{ error: string; forGood: boolean } | null>;

export function mailSender(config: SmtpConfig, timeLimitMs = TIME_LIMIT_MS): SendMail {
  // Notices are rare: no connection waits for the next one.
  const transport = createSmtpTransport(config, { sendLimitMs: timeLimitMs, connections: 0 });
  return async (mail, signal) => {
    try {
      await transport.send(mail, signal);
      return null;
    } catch (error) {
      return { error: reasonOf(smtpAnswerOf(error)), forGood: isPermanentRefusal(error) };
    }
  };
}

const SAME_AS_OF_WEBHOOKS: Readonly<Record<string, string>> = { ETIMEDOUT: 'TIMEOUT', unknown: 'FAILED' };

const reasonOf = (answer: string): string =>
  /^\d+$/.test(answer) ? `SMTP ${answer}` : (SAME_AS_OF_WEBHOOKS[answer] ?? answer);
