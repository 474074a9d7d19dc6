export interface OutgoingEmail {
  /** Our row: the Message-ID is made from it, so that a mail sent twice is known as one. */
  id: string;
  to: string;
  /** Where an answer goes; to where the mail comes from when missing. */
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  attachments: { filename: string; contentType: string; content: Buffer }[];
}

export interface EmailTransport {
  send(mail: OutgoingEmail): Promise<void>;
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
