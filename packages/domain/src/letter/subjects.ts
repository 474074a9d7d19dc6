/** What a claim is about, in a few calm words, by category and subcategory. They fit after "about" and "because of". Data: `data/claim-subjects.json`. */
import data from '../../data/claim-subjects.json' with { type: 'json' };
import { chosenSubcategories } from '../categories/index.ts';
import { incidentPlace, type ClaimFormData } from '../claim/form-data.ts';
import { formatDay, parseCalendarDay } from '../dates/calendar-day.ts';
import { dayOf } from '../facts/days.ts';
import { own } from '../own.ts';
import { cityAndState } from './address.ts';

interface CategorySubject {
  /** Used when nothing was ticked, or too much to name. */
  readonly subject: string;
  /** The claim is about an agreement, so "it happened on" would be odd. */
  readonly is_agreement: boolean;
  readonly subcategories: Readonly<Record<string, string>>;
}

export const SUBJECTS: Readonly<Record<string, CategorySubject>> = data.categories;

/** The other side has the claimant's goods: they are asked back, or money in their place. */
const KEPT_GOODS: ReadonlySet<string> = new Set(data.kept_goods);

/** A row that tells of getting them back leaves money alone to ask for. */
export const isAboutKeptGoods = ({ situation, disputing, facts }: ClaimFormData): boolean =>
  chosenSubcategories(situation, disputing).some(({ value }) => KEPT_GOODS.has(`${situation}/${value}`)) &&
  !(facts ?? []).some(
    ({ asks, happened, day }) =>
      situation === 'auto-repair' && asks === 'happened' && happened !== false && day?.trim(),
  );

const categorySubject = (situation: string | null | undefined): CategorySubject =>
  own(SUBJECTS, situation ?? '') ?? data.categories.other;

/** More than this many are not named one by one. */
const NAMED_AT_MOST = 2;

/** What a claim is about; falls back to its category, and to "money that is owed". */
export function subjectOf(
  situation: string | null | undefined,
  disputing: readonly string[] | null | undefined,
): string {
  const category = categorySubject(situation);
  const phrases = chosenSubcategories(situation, disputing).flatMap(
    ({ value }) => own(category.subcategories, value) ?? [],
  );
  return phrases.length > 0 && phrases.length <= NAMED_AT_MOST ? phrases.join(', and ') : category.subject;
}

export const isAboutAgreement = (situation: string | null | undefined): boolean =>
  categorySubject(situation).is_agreement;

/**
 * `This happened on or about March 3, 2026 in Mobile, Alabama.`; empty without a day. A day that rows tell is not told twice,
 * and what they tell of an earlier one did not begin on this.
 */
export function whenSentence(data: ClaimFormData): string {
  const day = parseCalendarDay(data.date);
  if (!day) return '';
  const where = cityAndState(incidentPlace(data));
  const began = isAboutAgreement(data.situation);
  const told = (data.facts ?? []).flatMap((fact) => dayOf(fact)?.sorts ?? []);
  const isTold = told.includes(day) || (began && told.some((each) => each < day.slice(0, each.length)));
  const on = isTold ? '' : ` on ${data.dateIsAbout ? 'or about ' : ''}${formatDay(day)}`;
  return on || where ? `This ${began ? 'began' : 'happened'}${on}${where ? ` in ${where}` : ''}.` : '';
}
