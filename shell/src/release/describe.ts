import { getStore } from '@redress/session-store';
import { type DescribedError, describeError } from '@redress/telemetry/browser';

const MAX_VALUES = 2_000;

/** Every text in a value, however deep. */
function collect(value: unknown, into: string[]): void {
  if (into.length >= MAX_VALUES) return;
  if (typeof value === 'string' || typeof value === 'number') into.push(String(value));
  else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) collect(each, into);
}

/** What of an error may be reported: nothing that stands in a field, in the answers or in the account of this person. */
export function describe(error: unknown): DescribedError {
  const typed: string[] = [];
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea'))
    collect(field.value, typed);
  const { wizard, session } = getStore().getState();
  collect(wizard, typed);
  collect(session, typed);
  return describeError(error, typed);
}
