import type { ClaimFormData } from '@redress/contracts';
import { longDay } from '@redress/copy/format';
import { forms } from '@redress/copy/forms';
import { wizard as copy } from '@redress/copy/wizard';
import { wizardClaim } from '@redress/copy/wizard-claim';
import {
  claimantOf,
  defendantOf,
  formatAmount,
  incidentPlace,
  isAnswered,
  parseCalendarDay,
  shownClaimantOf,
  type Party,
  type Place,
  type SubStepId,
} from '@redress/domain';

/** One answer as people read it, and the screen it was given on. */
export interface AnswerRow {
  name: string;
  /** Empty when it has not been answered. */
  value: string;
  screen: SubStepId;
  /** Id of the row of the answer, where that is a list of rows. */
  row?: string;
}

export interface AnswerGroup {
  title: string;
  rows: readonly AnswerRow[];
}

type StateName = (state: string) => string;

const placeText = ({ address, apt, city, state, zipcode }: Place, stateName: StateName): string =>
  [
    [address, apt].filter(Boolean).join(', '),
    [city, [stateName(state) || state, zipcode].filter(Boolean).join(' ')].filter(Boolean).join(', '),
  ]
    .filter(Boolean)
    .join(', ');

const dayText = (day: string | null | undefined): string => {
  const parsed = parseCalendarDay(day);
  return parsed ? longDay(parsed) : (day ?? '');
};

const amountText = (data: ClaimFormData) => (isAnswered(data.amount) ? formatAmount(data.amount) : '');

const partyRows = (
  party: Party,
  type: SubStepId,
  details: SubStepId,
  stateName: StateName,
  website = '',
): AnswerRow[] => [
  {
    name: wizardClaim.check.filedAs,
    value: party.isBusiness ? wizardClaim.claimantType.business : wizardClaim.claimantType.person,
    screen: type,
  },
  ...(party.isBusiness ? [{ name: forms.businessName, value: party.name, screen: details }] : []),
  // A business may have no contact person: nothing is missing then.
  ...(party.isBusiness && !party.personName
    ? []
    : [
        {
          name: party.isBusiness ? forms.contactLegend : wizardClaim.check.name,
          value: party.personName,
          screen: details,
        },
      ]),
  { name: wizardClaim.check.address, value: placeText(party.place, stateName), screen: details },
  ...(party.email ? [{ name: forms.email, value: party.email, screen: details }] : []),
  ...(party.phone ? [{ name: forms.phone, value: party.phone, screen: details }] : []),
  ...(website ? [{ name: forms.website, value: website, screen: details }] : []),
];

const payoutText = ({ venmo, cashapp, zelle, paymentTypes }: ClaimFormData): string =>
  [
    venmo && `${wizardClaim.payout.venmo}: ${venmo}`,
    cashapp && `${wizardClaim.payout.cashapp}: ${cashapp}`,
    zelle && `${wizardClaim.payout.zelle}: ${zelle}`,
    ...(paymentTypes ?? []),
  ]
    .filter(Boolean)
    .join(', ');

/** Rows of what was chosen alone: what is left open stands in the letter as it always does. */
function choiceRows(data: ClaimFormData, stateName: StateName): AnswerRow[] {
  const texts = wizardClaim.payout.choices;
  const monthly = data.partPayments === 'monthly' ? ` (${formatAmount(data.partPaymentAmount)})` : '';
  const shown = shownClaimantOf(data);
  const rows: [string, string][] = [
    [wizardClaim.check.tone, data.tone ? texts.tones[data.tone] : ''],
    [wizardClaim.check.parts, data.partPayments ? `${texts.partsOf[data.partPayments]}${monthly}` : ''],
    [wizardClaim.check.leavesOut, (data.letterLeavesOut ?? []).map((what) => texts.leavesOutOf[what]).join(', ')],
    [wizardClaim.check.interest, data.interestChoice ? texts.interestOf[data.interestChoice] : ''],
    [wizardClaim.check.law, data.lawAnswers?.length ? wizardClaim.check.lawOf(data.lawAnswers.length) : ''],
    [
      wizardClaim.check.shownAddress,
      data.showsOtherAddress ? [shown.careOf, placeText(shown.place, stateName)].filter(Boolean).join(', ') : '',
    ],
  ];
  return rows.filter(([, value]) => value).map(([name, value]) => ({ name, value, screen: 'payout' }));
}

const agreedInterestText = ({ agreedInterest }: ClaimFormData): string =>
  [`${agreedInterest?.percent}%`, agreedInterest?.clause?.trim(), dayText(agreedInterest?.from)]
    .filter(Boolean)
    .join(', ');

const whenText = ({ date, dateIsAbout }: ClaimFormData): string => {
  const day = dayText(date);
  return day && dateIsAbout ? wizardClaim.check.about(day) : day;
};

const overLimitText = ({ overLimitChoice }: ClaimFormData): string =>
  overLimitChoice === 'waive'
    ? wizardClaim.check.waive
    : overLimitChoice === 'letter-only'
      ? wizardClaim.check.letterOnly
      : '';

/** Every answer of a claim, in the order it was asked. */
export function answerGroups(data: ClaimFormData, stateName: StateName): AnswerGroup[] {
  const overLimit = overLimitText(data);
  return [
    {
      title: copy.steps.claimType,
      rows: [
        { name: wizardClaim.caseSoFar.about, value: data.situationLabel ?? data.situation ?? '', screen: 'category' },
        ...(data.disputingLabels?.length
          ? [
              {
                name: wizardClaim.check.inDispute,
                value: data.disputingLabels.join(', '),
                screen: 'subcategories' as const,
              },
            ]
          : []),
        { name: wizardClaim.caseSoFar.amount, value: amountText(data), screen: 'details' },
        ...(overLimit ? [{ name: wizardClaim.limit.heading, value: overLimit, screen: 'details' as const }] : []),
        { name: wizardClaim.caseSoFar.when, value: whenText(data), screen: 'details' },
        { name: wizardClaim.caseSoFar.where, value: placeText(incidentPlace(data), stateName), screen: 'details' },
      ],
    },
    { title: copy.steps.yourInformation, rows: partyRows(claimantOf(data), 'claimant-type', 'claimant', stateName) },
    {
      title: copy.steps.theirInformation,
      rows: partyRows(
        defendantOf(data),
        'defendant-type',
        'defendant',
        stateName,
        data.whoUser === '2' ? (data.defendantWebsite ?? '') : '',
      ),
    },
    {
      title: copy.steps.claimDetails,
      rows: [
        { name: wizardClaim.description.label, value: data.claimDescription?.trim() ?? '', screen: 'description' },
        { name: wizardClaim.calculation.label, value: data.claimCalculation?.trim() ?? '', screen: 'calculation' },
        ...(data.objections ?? []).flatMap(({ id, says, answer }, index) => {
          const value = [says, answer]
            .map((text) => text?.trim())
            .filter(Boolean)
            .join('\n');
          const name = wizardClaim.check.objection(index + 1);
          return value ? [{ name, value, screen: 'description' as const, row: id }] : [];
        }),
        ...(data.agreedInterest?.percent
          ? [
              {
                name: wizardClaim.check.agreedInterest,
                value: agreedInterestText(data),
                screen: 'calculation' as const,
              },
            ]
          : []),
        { name: wizardClaim.check.payout, value: payoutText(data) || wizardClaim.check.noPayout, screen: 'payout' },
        ...choiceRows(data, stateName),
        {
          name: wizardClaim.check.signature,
          value: data.signature ? wizardClaim.check.signed : '',
          screen: 'signature',
        },
      ],
    },
  ];
}

/** The few lines of "Your case so far": only what has been answered. */
export function caseRows(data: ClaimFormData, stateName: StateName): AnswerRow[] {
  const rows: AnswerRow[] = [
    { name: wizardClaim.caseSoFar.about, value: data.situationLabel ?? '', screen: 'category' },
    { name: wizardClaim.caseSoFar.amount, value: amountText(data), screen: 'details' },
    { name: wizardClaim.caseSoFar.when, value: whenText(data), screen: 'details' },
    {
      name: wizardClaim.caseSoFar.where,
      value: isAnswered(data.incidentCity) || isAnswered(data.incidentState) ? shortPlace(data, stateName) : '',
      screen: 'details',
    },
    { name: wizardClaim.caseSoFar.you, value: claimantOf(data).name, screen: 'claimant' },
    { name: wizardClaim.caseSoFar.otherSide, value: defendantOf(data).name, screen: 'defendant' },
    { name: wizardClaim.caseSoFar.package, value: data.packageTitle ?? '', screen: 'package' },
  ];
  return rows.filter(({ value }) => value !== '');
}

const shortPlace = (data: ClaimFormData, stateName: StateName): string =>
  [data.incidentCity, stateName(data.incidentState ?? '')].filter(Boolean).join(', ');
