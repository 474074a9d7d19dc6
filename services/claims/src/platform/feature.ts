import type { Trx } from './database.ts';
import type { Route } from './http/route.ts';
import type { Job } from './jobs/job.ts';
import type { EmailTemplate } from './email/template.ts';

export interface SearchResult {
  kind: 'session' | 'letter' | 'document' | 'order';
  id: string;
  title: string;
  detail: string;
  url: string;
}

/**
 * What a feature brings: built by `create<Feature>(services)`, listed in src/features.ts.
 * A feature imports no other feature; what two features need is in src/shared.
 */
export interface Feature {
  name: string;
  routes?: readonly Route[];
  jobs?: readonly Job[];
  emails?: readonly EmailTemplate[];
  /** Runs in the transaction of every sign-in: what this browser made before belongs to the person from now on. */
  onSignIn?: (trx: Trx, who: { userId: string; visitorId: string; formSessionId: string | null }) => Promise<void>;
  /** Runs when a browser signs out. */
  onSignOut?: (trx: Trx, who: { visitorId: string | null }) => Promise<void>;
  /** The person's own things that match; `words` are lower-case and not empty. At most 10, best first. */
  search?: (userId: string, words: readonly string[]) => Promise<SearchResult[]>;
  /**
   * Everything kept about a person, under names they can read. What may be thousands of rows is an iterable of them, read
   * while it is sent (`inPages`).
   */
  exportData?: (userId: string) => Promise<Record<string, unknown>>;
  /**
   * Runs in the transaction that deletes an account, before anything is erased: settles what is paid and not delivered.
   * @param unposted - what the person chose for letters that are not posted yet
   * @throws {AppError} LETTER_NOT_POSTED when there are some and nothing was chosen
   */
  leave?: (trx: Trx, userId: string, unposted: 'post' | 'refund' | undefined) => Promise<void>;
  /** Runs in the transaction that deletes an account, after every `leave`; keeps only what the law asks for. */
  eraseUser?: (trx: Trx, userId: string) => Promise<void>;
  /** One line of `/readyz`; throws or answers `ok: false` when the feature cannot work just now. */
  health?: () => Promise<{ name: string; ok: boolean; note?: string }[]>;
  /** Runs before requests are taken and jobs are worked on: seeds, caches. */
  start?: () => Promise<void>;
  stop?: () => Promise<void>;
}
