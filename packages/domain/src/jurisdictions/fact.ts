/** Facts of the law, each with the official text it was read from. */
import { formatDay, type CalendarDay } from '../dates/calendar-day.ts';

/** The statute, rule or court page a fact was read from (R39). */
export interface Citation {
  /** `Florida Statutes, section 95.11`. */
  readonly title: string;
  /** The page of the state, court or agency that publishes the text; an https address. */
  readonly url: string;
  /** The text was read in a copy: its address, or `true` where it has none that people may open. */
  readonly copy?: string | true;
  readonly readOn: CalendarDay;
  /** The day of the text itself as far as it says one: `2026-02`, `2024-01-23`, `2016`. */
  readonly textOf: string | null;
}

export interface Fact<T> {
  /** `null`: not found, or no single figure exists. */
  readonly value: T | null;
  /** `null`: no confirmed source. */
  readonly citation: Citation | null;
  /** What a claimant should know about it, in plain words. */
  readonly note: string | null;
  /** Values of other sources; never shown to people. */
  readonly disagreements: readonly T[];
}

export type ConfirmedFact<T> = Fact<T> & { readonly value: T; readonly citation: Citation };

/** Whether a fact may be said without "Ask the clerk". */
export const isConfirmed = <T>(fact: Fact<T> | null | undefined): fact is ConfirmedFact<T> =>
  fact !== null && fact !== undefined && fact.value !== null && fact.citation !== null;

/** The same fact about another value. */
export const mapFact = <T, U>(fact: Fact<T>, to: (value: T) => U): Fact<U> => ({
  ...fact,
  value: fact.value === null ? null : to(fact.value),
  disagreements: fact.disagreements.map((other) => to(other)),
});

const MONTH = /^(\d{4})-(\d{2})$/;

/** `2024-01-23` is `January 23, 2024`, `2026-02` is `February 2026`, `2016` stays. */
function formatTextDay(textOf: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(textOf)) return formatDay(textOf);
  return MONTH.test(textOf) ? formatDay(`${textOf}-01`).replace(' 1,', '') : textOf;
}

export const NO_CONFIRMED_SOURCE = 'We have no confirmed source. Ask the clerk.';

/** `Source: Florida Statutes, section 95.11 (https://…), text of February 2026, read on November 21, 2026, in a copy of this text (https://…).` */
export function sourceSentence({ citation }: Pick<Fact<unknown>, 'citation'>): string {
  if (!citation) return NO_CONFIRMED_SOURCE;
  const { title, url, copy, readOn, textOf } = citation;
  const text = textOf ? `, text of ${formatTextDay(textOf)}` : '';
  const readIn = copy ? `, in a copy of this text${copy === true ? '' : ` (${copy})`}` : '';
  return `Source: ${title} (${url})${text}, read on ${formatDay(readOn)}${readIn}.`;
}

/** A fact's source as it travels to a browser. `source` is empty where no source is confirmed. */
export interface PublicSource {
  readonly source: string;
  readonly source_url?: string;
  /** The day of the text in words, else empty. */
  readonly as_of: string;
  /** The day it was read, in words. */
  readonly read_on?: string;
  readonly confidence: 'official' | 'unknown';
  readonly note: string | null;
  /** The text was read in a copy: its address, or empty where that is not for people. */
  readonly copy_url?: string;
}

export const publicCitation = ({ title, url, copy, textOf, readOn }: Citation) => ({
  source: title,
  source_url: url,
  ...(copy ? { copy_url: copy === true ? '' : copy } : {}),
  as_of: textOf ? formatTextDay(textOf) : '',
  read_on: formatDay(readOn),
});

export const publicSource = ({ citation, note }: Pick<Fact<unknown>, 'citation' | 'note'>): PublicSource =>
  citation
    ? { ...publicCitation(citation), confidence: 'official', note }
    : { source: '', as_of: '', confidence: 'unknown', note };
