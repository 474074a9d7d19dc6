import * as z from 'zod/mini';
import { BuildName } from '../releases/index.ts';
import { REFUSALS, type RefusalCode } from './refusals.ts';

export { BuildName };
/** A build's id, the beginning of one, or a version. */
export const BuildText = z.string().check(z.minLength(1), z.maxLength(80));
/** `mf-wizard@0123456789ab` */
export const BuildRef = z.string().check(z.regex(/^(shell|mf-[a-z0-9-]{1,40})@[0-9a-f]{12}$/));
export const Reason = z.optional(z.string().check(z.trim(), z.maxLength(500)));
export const GivenReason = z.string().check(z.trim(), z.minLength(1), z.maxLength(500));
const ChannelName = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,40}$/));
export const Channel = z._default(ChannelName, 'production');
export const Count = z._default(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(500)), 50);
/** A number of a snapshot or of a ledger entry: what PostgreSQL calls an integer. */
export const Whole = z.optional(z.coerce.number<number>().check(z.int(), z.nonnegative(), z.maximum(2 ** 31 - 1)));
/** Id of a row, as a request names it. */
export const RowId = z.int().check(z.minimum(1), z.maximum(2 ** 31 - 1));
/** Instant, ISO 8601. */
export const At = z.string();

const line = (length: number) => z.optional(z.string().check(z.maxLength(length)));
/** Where a build came from: `origin.json` beside `build.json`, as its publisher states it. */
export const BuildOrigin = z.object({
  commit: line(64),
  branch: line(200),
  author: line(200),
  /** First line of the commit's message. */
  message: line(300),
  /** It was made of files that were not committed. */
  isDirty: z.optional(z.boolean()),
  /** Address of the CI run. */
  ciRun: line(400),
  /** Licences of the packages in it, each once. */
  licences: z.optional(z.array(z.string().check(z.maxLength(100))).check(z.maxLength(100))),
});
export type BuildOrigin = z.output<typeof BuildOrigin>;

/** What is known of a published build beside what it says itself. */
export const BuildAbout = z.object({
  origin: BuildOrigin,
  /** Brotli bytes of its first load, and what it may have. */
  firstLoadBytes: z.int(),
  budgetBytes: z.int(),
  /** Its source maps are kept, and served to nobody. */
  hasSourceMaps: z.boolean(),
});
export type BuildAbout = z.output<typeof BuildAbout>;

/** One thing the gate found. */
export const Finding = z.object({
  code: z.enum(Object.keys(REFUSALS) as [RefusalCode, ...RefusalCode[]]),
  message: z.string(),
});
export type Finding = z.output<typeof Finding>;
