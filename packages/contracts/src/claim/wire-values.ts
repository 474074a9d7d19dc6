/**
 * Values that nearly every call carries. Apart from the fields of forms, because a bundler keeps every schema of a file from
 * which one is used, and these are on the first visit.
 */
import { ID_24 } from '@redress/domain';
import * as z from 'zod/mini';

/** 24 hex characters: the only form of a session, letter or document id on the wire. */
export const Id24 = z.string('id.format').check(z.regex(ID_24, 'id.format'));

export const CsrfToken = z.string().check(z.minLength(1), z.maxLength(200));

/** Dollars on the wire with at most two decimals; cents inside. */
export const Dollars = z.number();

/** An instant, ISO 8601 in UTC. */
export const Instant = z.string();
