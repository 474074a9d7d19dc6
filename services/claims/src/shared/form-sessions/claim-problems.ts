import { screenSteps, type AmountRange, type ClaimFormData } from '@redress/contracts';
import { incidentPlace } from '@redress/domain';
import { letterGaps } from '@redress/domain/letter';
import { unsafeShortTexts } from '@redress/domain/short-texts';
import * as z from 'zod/mini';
import { validationFields } from '../../platform/http/refusal.ts';

/** The day that has begun somewhere: a claimant's own day is never later. */
const LATEST_ZONE_MS = 14 * 3_600_000;

/**
 * What keeps a claim from being paid for, as the screens ask it: field name to copy key. Only fields of the
 * specification: what its clients do not send holds the letter instead (R46a).
 */
export function claimProblems(
  data: ClaimFormData,
  { range, now }: { range: AmountRange; now: Date },
): Readonly<Record<string, string>> {
  const today = new Date(now.getTime() + LATEST_ZONE_MS).toISOString().slice(0, 10);
  const place = incidentPlace(data);
  const answers = {
    ...data,
    incidentAddress: place.address,
    incidentCity: place.city,
    incidentState: place.state,
    incidentZipcode: place.zipcode,
  };
  const { subcategories: _subcategories, signature: _signature, ...screens } = screenSteps(data, { range, today });
  const issues = Object.values(screens).flatMap((screen) => z.safeParse(screen, answers).error?.issues ?? []);
  const unread = letterGaps(data).map((field) => [field, 'validation.field.required'] as const);
  const unsafe = unsafeShortTexts(data).map((field) => [field, 'validation.text.unsafe'] as const);
  return { ...Object.fromEntries([...unread, ...unsafe]), ...validationFields(issues) };
}
