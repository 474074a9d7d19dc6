/** What one mail says. Plain text and HTML are both made from it, so a template writes neither. */
export interface EmailContent {
  subject: string;
  /** The one line above everything; the subject when it is missing. */
  headline?: string;
  /** Plain sentences; a line break inside one is kept. */
  paragraphs: string[];
  /** Shown first, large and apart: a code to type. */
  code?: string;
  /** Rows of a table below the sentences. */
  facts?: { label: string; value: string }[];
  /** How far a letter is. */
  steps?: { label: string; isDone: boolean }[];
  button?: { label: string; url: string };
  /** Further ones below it, for an answer of several. */
  moreButtons?: { label: string; url: string }[];
  /** How to get no more of them, in the foot. */
  unsubscribe?: { label: string; url: string };
  attachments?: { filename: string; contentType: string; content: Buffer }[];
}

type Text = (key: string, values?: Record<string, string | number>) => string;
export type EmailValues = Record<string, string | number>;

export interface EmailTemplate {
  /** `account.code`. */
  name: string;
  /**
   * Mails that a person waits for at the screen have a queue of their own (`mail.send.<lane>`): any number of others, or of
   * another lane, do not delay them.
   */
  lane?: string;
  /**
   * Asked right before it goes out, of a mail that can wait long: its reason may have ended meanwhile (`never`), or it has to
   * wait until a time.
   */
  timely?: (values: EmailValues, at: Date) => Promise<'now' | 'never' | Date>;
  compose: (values: EmailValues, text: Text) => EmailContent | Promise<EmailContent>;
}

const SEND_JOB = 'mail.send';
/** @returns the queue of the mails of one lane, or of those without one */
export const emailQueue = (lane?: string): string => (lane === undefined ? SEND_JOB : `${SEND_JOB}.${lane}`);

export const defineEmail = (template: EmailTemplate): EmailTemplate => template;

export interface EmailOrder {
  template: string;
  to: string;
  /** One mail per key: `letter-posted:{letterId}`. */
  dedupeKey: string;
  values: EmailValues;
}
