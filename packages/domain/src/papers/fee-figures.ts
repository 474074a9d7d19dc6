/**
 * Figures that the official form to be excused from the fee asks for. The paper is a list to copy from: the form stays the
 * court's. Florida: section 57.082(1)(a) of the statutes; Texas: the form of rule 145.
 */
import { amounts, bullets, factTable, heading, note, paragraph } from './blocks.ts';
import { incidentPlace, shownClaimantOf, defendantOf, type ClaimFormData } from '../claim/form-data.ts';
import { formatDay, type CalendarDay } from '../dates/calendar-day.ts';
import { lawRows, type LawRow } from '../jurisdictions/law-rows.ts';
import { matchState } from '../jurisdictions/match-state.ts';
import { formatCents } from '../money/cents.ts';
import { COURT_RULES, ruleRow } from './court-rules.ts';
import type { CasePaper } from './case-papers.ts';
import type { PaperBlock } from './paper.ts';

/** Labels of the figures, by their names in calls and in the stored row. */
export const FEE_FIGURES = {
  pay: 'Pay after taxes, and after support that a court orders you to pay',
  // Gross pay: the form of Texas lists support that is paid among the expenses.
  wages: 'Wages',
  socialSecurity: 'Social Security',
  unemployment: 'Unemployment benefits',
  publicBenefits: 'Public benefits',
  workersCompensation: 'Workers’ compensation',
  disability: 'Disability',
  pension: 'Pension or retirement',
  veterans: 'Veterans’ benefits',
  union: 'Union funds',
  support: 'Child support, or other regular support from family',
  household: 'Money that others in your household give toward it',
  tips: 'Tips and bonuses',
  interest: 'Interest, dividends, royalties',
  rentIn: 'Rent that you get',
  trusts: 'Trusts and gifts',
  otherIncome: 'Other money each month',
  cash: 'Cash',
  bank: 'Bank accounts, savings and other accounts',
  stocks: 'Stocks, bonds, certificates of deposit',
  home: 'Your home',
  land: 'Other land or houses',
  vehicles: 'Cars, boats and other vehicles',
  things: 'Other things of value',
  rentOut: 'Rent or house payments',
  food: 'Food and household supplies',
  utilities: 'Utilities and telephone',
  clothing: 'Clothing and laundry',
  medical: 'Medical and dental costs',
  insurance: 'Insurance',
  school: 'School and child care',
  transport: 'Transportation, car repair, gas',
  supportOut: 'Child or spousal support that you pay',
  withheld: 'Wages withheld by a court’s order',
  payments: 'Payments on debts',
  otherCosts: 'Other costs each month',
  homeDebt: 'What you owe on a home',
  vehicleDebt: 'What you owe on vehicles',
  cards: 'Credit cards',
  medicalDebt: 'Medical bills',
  loans: 'Loans',
  otherDebts: 'Other debts',
} as const;
export type FeeFigure = keyof typeof FEE_FIGURES;

/** Benefits for people with little money, as the form of Texas names them. */
export const FEE_BENEFITS = [
  'Food stamps (SNAP)', 'TANF', 'Medicaid', 'CHIP', 'SSI', 'WIC', 'AABD', 'Public housing or Section 8 housing',
  'Low-income energy assistance', 'Emergency assistance', 'Telephone Lifeline', 'Community care',
  'Extra Help in Medicare', 'Needs-based VA pension', 'Child care assistance', 'County assistance',
] as const; // prettier-ignore
export type FeeBenefit = (typeof FEE_BENEFITS)[number];

const TITLES = {
  income: 'Money that comes in each month',
  owns: 'What you own: what it would sell for, less what you owe on it',
  costs: 'What you pay each month',
  owes: 'What you owe',
} as const;
type Group = keyof typeof TITLES;

const ASKED: Readonly<Record<string, Partial<Record<Group, readonly FeeFigure[]>>>> = {
  FL: {
    income: [
      'pay', 'socialSecurity', 'unemployment', 'workersCompensation', 'pension', 'veterans', 'union', 'support',
      'interest', 'rentIn', 'trusts', 'otherIncome',
    ],
    owns: ['cash', 'bank', 'stocks', 'home', 'land', 'vehicles', 'things'],
    owes: ['homeDebt', 'vehicleDebt', 'cards', 'medicalDebt', 'loans', 'otherDebts'],
  },
  TX: {
    income: [
      'wages', 'unemployment', 'publicBenefits', 'household', 'pension', 'tips', 'disability', 'workersCompensation',
      'socialSecurity', 'interest', 'support', 'otherIncome',
    ],
    owns: ['cash', 'bank', 'vehicles', 'land', 'things'],
    costs: [
      'rentOut', 'food', 'utilities', 'clothing', 'medical', 'insurance', 'school', 'transport', 'supportOut', 'withheld',
      'payments', 'otherCosts',
    ],
    owes: ['homeDebt', 'vehicleDebt', 'cards', 'medicalDebt', 'loans', 'otherDebts'],
  },
}; // prettier-ignore

export interface FeeFigures {
  /** Who depends on the claimant's money. */
  readonly dependents: number;
  readonly benefits: readonly FeeBenefit[];
  readonly cents: Readonly<Partial<Record<FeeFigure, number>>>;
}

type LabelledRow = readonly [label: string, row: LawRow];

/** What may be owned, and how much may come in by the size of a household: the share of the guideline that the law names. */
export function waiverTable(code: string): readonly LabelledRow[] {
  const of = (kind: string) => lawRows(code, 'procedure', kind);
  const percent = Number(of('waiver-who')[0]?.value['percent']);
  const dollars = (usd: unknown) => `$${((Number(usd) * percent) / 100).toLocaleString('en-US')}`;
  const steps = of('waiver-income').map(({ value }) => `${dollars(value['usd'])} for ${String(value['persons'])}`);
  const more = of('waiver-income-more').map(
    ({ value }) => `and ${dollars(value['eachUsd'])} more for each further person`,
  );
  const [first] = of('waiver-income');
  const says = `A year, by the guidelines of ${first?.textOf ?? ''} and the size of the household: ${[...steps, ...more].join(', ')}.`;
  return [
    ...(first ? [['How much may come in', { ...first, value: { says } }] as const] : []),
    ...of('waiver-owns').map((row) => ['What may be owned', row] as const),
  ];
}

/** What a place asks, with the rows that say how and who. */
export interface FeeForm {
  readonly rows: readonly LabelledRow[];
  readonly groups: readonly { readonly title: string; readonly figures: readonly FeeFigure[] }[];
  readonly benefits: readonly FeeBenefit[];
}

/** @returns null where no rule was read, and for a business: the form is about a person's means */
export function feeForm(data: ClaimFormData): FeeForm | null {
  const code = matchState(incidentPlace(data).state)?.code ?? '';
  const asked = ASKED[code];
  const rows = (['waiver', 'waiver-who'] as const).flatMap((rule) =>
    lawRows(code, 'procedure', rule).map((row) => [COURT_RULES[rule], row] as const),
  );
  if (!asked || rows.length === 0 || shownClaimantOf(data).isBusiness) return null;
  const isGroup = (name: string): name is Group => name in TITLES;
  return {
    rows: [...rows, ...waiverTable(code)],
    groups: Object.keys(TITLES)
      .filter(isGroup)
      .flatMap((group) => (asked[group] ? [{ title: TITLES[group], figures: asked[group] }] : [])),
    benefits: asked.costs ? FEE_BENEFITS : [],
  };
}

/** Null where none was given: a form that is sworn to is not told of nothing. */
const sumOf = (figures: readonly FeeFigure[], { cents }: FeeFigures): number | null =>
  figures.some((figure) => cents[figure] !== undefined)
    ? figures.reduce((sum, figure) => sum + (cents[figure] ?? 0), 0)
    : null;

function table({ title, figures }: FeeForm['groups'][number], given: FeeFigures): PaperBlock[] {
  const line = (label: string, cents: number | null = null) => [label, cents === null ? '' : formatCents(cents)];
  const rows = figures.map((figure) => line(FEE_FIGURES[figure], given.cents[figure]));
  const together = line('Together', sumOf(figures, given));
  return [heading(title), amounts('What', [...rows, together], [figures.length], 'Amount', 0.7)];
}

/** @param goneOn - the day on which the figures are deleted */
export function feePaper(
  data: ClaimFormData,
  given: FeeFigures,
  { madeOn, goneOn }: { madeOn: CalendarDay; goneOn: CalendarDay },
): CasePaper | null {
  const form = feeForm(data);
  if (!form) return null;
  const caseName = `${shownClaimantOf(data).name} v. ${defendantOf(data).name}`;
  const income = sumOf(form.groups[0]?.figures ?? [], given);
  return {
    title: 'Figures for the Fee Form',
    footer: `${caseName} · made on ${formatDay(madeOn)}`,
    blocks: [
      { kind: 'title', text: 'Figures for the Fee Form', lead: caseName },
      note(
        `This list is not the official form, and nobody files it. Copy your figures into the form of the court. Sign the form only when all of it is true. The court decides. We delete these figures on ${formatDay(goneOn)}.`,
      ),
      factTable(form.rows.flatMap(([label, row]) => ruleRow(label, row))),
      paragraph(`People who depend on your money: ${given.dependents}`),
      ...(given.benefits.length > 0 ? [heading('Benefits that you get'), bullets(given.benefits)] : []),
      ...form.groups.flatMap((group) => table(group, given)),
      paragraph(
        `${income === null ? '' : `The money that comes in, for twelve months: ${formatCents(12 * income)}. `}Empty lines are figures that you did not give.`,
      ),
    ],
  };
}
