import type { ContentStore as Files } from '@redress/server/blob-store';
import type { Logger, Metrics } from '@redress/telemetry/server';
import type { ClaimsConfig } from './config.ts';
import type { Db, Trx } from './database.ts';
import type { Feature } from './feature.ts';
import type { GroupPasses } from './group-passes.ts';
import type { BossQueue } from './jobs/boss-queue.ts';
import type { EmailOrder } from './email/template.ts';
import type { RateLimits } from './rate-limits.ts';
import type { Secrets } from './secrets.ts';
import type { Sessions } from './sessions.ts';
import type { Text } from './text.ts';

/** What every feature is built from. The clock is passed in, so that a test decides it. */
export interface Platform {
  config: ClaimsConfig;
  db: Db;
  log: Logger;
  metrics: Metrics;
  now: () => Date;
  /** 24 hex characters. */
  newId: () => string;
  secrets: Secrets;
  /** All but `enqueue` is for operators and the sweep. */
  jobs: Pick<BossQueue, 'enqueue' | 'queued' | 'counts' | 'deadLetters' | 'redrive'>;
  /** Puts a mail into the outbox, in the caller's transaction; one per `dedupeKey`, however often asked. */
  sendEmail: (trx: Trx, order: EmailOrder) => Promise<void>;
  /** Takes back the mails that still wait for an address, and forgets what they say. */
  takeBackEmails: (trx: Trx, address: string) => Promise<void>;
  blobs: Files;
  limits: RateLimits;
  /** Text of a copy key in the site's language; `{name}` in it is replaced. */
  text: Text;
  sessions: Sessions;
  groupPasses: GroupPasses;
  /** @returns whether the preview of which this is the digest is over, for certain */
  previewHasEnded: (digest: string) => Promise<boolean>;
  /** All features of this process; empty until every one is built, so ask when called, not when created. */
  features: () => readonly Feature[];
}
