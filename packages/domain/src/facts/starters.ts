/** The days and points that law and letter need, by kind of claim: questions that become rows (`data/starter-facts.json`). */
import data from '../../data/starter-facts.json' with { type: 'json' };
import { chosenSubcategories } from '../categories/index.ts';
import { LIMIT_ROWS } from '../categories/limit-start.ts';
import type { ClaimFormData } from '../claim/form-data.ts';
import type { ClaimFact, FactActor } from './rows.ts';

export interface StarterFact {
  /** Of `ClaimFact.asks`. */
  readonly key: string;
  readonly question: string;
  readonly hint: string;
  readonly who: FactActor;
  readonly whoName?: string;
  readonly what: string;
  /** What the row says when it did not happen; without it, nothing. */
  readonly not?: string;
  /** Key of the question whose day cannot be later. */
  readonly after: string;
  /** The day as it was given before. */
  readonly day?: string;
  readonly isAbout?: boolean;
}

/**
 * Each set in the order of time; keys `due`, `delivered`, `moved-out` and `happened` name the days that limits count from
 * (`LIMIT_ROWS`).
 */
const SETS = data.sets as Readonly<Record<string, readonly Omit<StarterFact, 'after'>[]>>;
/** By category; a subcategory with questions of its own stands as `category/subcategory`. */
const SET_OF: Readonly<Record<string, string>> = data.set_of;

/** Days that are known from the first step are not asked twice. */
function givenDay(start: string | undefined, claim: ClaimFormData): Pick<StarterFact, 'day' | 'isAbout'> {
  if (start === 'happened' && claim.date) return { day: claim.date, ...(claim.dateIsAbout ? { isAbout: true } : {}) };
  return start && start === claim.limitDateOf && claim.limitDate ? { day: claim.limitDate } : {};
}

/** The questions for what was chosen first of the subcategories that have their own, else for the category. */
export function starterFacts(claim: ClaimFormData): readonly StarterFact[] {
  const own = chosenSubcategories(claim.situation, claim.disputing)
    .map(({ value }) => SET_OF[`${claim.situation}/${value}`])
    .find(Boolean);
  const set = SETS[own ?? SET_OF[claim.situation ?? ''] ?? 'other'] ?? [];
  return set.map((known, index) => ({
    ...known,
    after: set[index - 1]?.key ?? '',
    ...givenDay(LIMIT_ROWS[known.key], claim),
  }));
}

/** @param happened - `false` after "this did not happen" */
export const rowOfStarter = (starter: StarterFact, id: string, happened = true): ClaimFact => ({
  id,
  asks: starter.key,
  who: starter.who,
  ...(starter.whoName ? { whoName: starter.whoName } : {}),
  what: happened ? starter.what : (starter.not ?? ''),
  ...(happened ? { day: starter.day ?? '', dayIs: starter.isAbout ? 'about' : 'exact' } : { happened: false }),
});
