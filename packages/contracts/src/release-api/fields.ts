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
/** Instant, ISO 8601. */
export const At = z.string();

/** One thing the gate found. */
export const Finding = z.object({
  code: z.enum(Object.keys(REFUSALS) as [RefusalCode, ...RefusalCode[]]),
  message: z.string(),
});
export type Finding = z.output<typeof Finding>;
