/** One document, ready to send. */
export interface SiteDocument {
  status: 200 | 404;
  headers: Readonly<Record<string, string>>;
  etag: string;
  bodies: Record<'identity' | 'br' | 'gzip', Buffer>;
}
