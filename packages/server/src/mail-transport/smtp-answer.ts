/** @returns SMTP's reply code, or the code of the connection error; for the row and the log, never the server's own words */
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
