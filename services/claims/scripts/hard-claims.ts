import type { ClaimFormData } from '@redress/contracts';
import { SAMPLE_CLAIMS } from './sample-claims.ts';

const base = SAMPLE_CLAIMS[0]?.answers ?? {};
const hard = (category: string, over: ClaimFormData): { category: string; answers: ClaimFormData } => ({
  category,
  answers: { ...base, ...over },
});
const story = Array.from(
  { length: 60 },
  (_, index) => `On visit ${index + 1} I asked about the money, and was told that it would come the week after.`,
).join(' ');

const BIG_LOAN: ClaimFormData = {
  claimDescription:
    'On February 14, 2026 I lent Łukasz Example-Wójcik $30,000 by bank transfer. We wrote down that it would be paid back by June 1, 2026. On June 5 I was paid $6,000. I asked for the rest on July 2. Nothing has come since.',
  claimCalculation: 'I lent $30,000.00 and was paid back $6,000.00. $24,000.00 is left.',
};

/** What letters must get right: sums above the limit, parties of both kinds, names in many scripts, long accounts. */
export const HARD_CLAIMS = [
  hard('above-the-limit-given-up', {
    amount: '24000',
    ...BIG_LOAN,
    incidentCity: 'Tampa',
    incidentState: 'FL',
    overLimitChoice: 'waive',
  }),
  hard('above-the-limit-letter-only', {
    amount: '24000',
    ...BIG_LOAN,
    incidentCity: 'Tampa',
    incidentState: 'FL',
    overLimitChoice: 'letter-only',
  }),
  hard('business-against-person', {
    situation: 'debt-collection', disputing: ['unpaid-invoice'], incidentCity: 'Albany', incidentState: 'NY', debtOwner: 'own',
    userType: '2', businessName: 'Sample Works LLC', whoUser: '1',
  }), // prettier-ignore
  hard('time-has-passed', {
    situation: 'debt-collection', disputing: ['unpaid-invoice'], incidentCity: 'Tampa', incidentState: 'FL', limitDate: '2015-01-05',
  }), // prettier-ignore
  hard('business-without-a-contact', {
    whoUser: '2', defendantBusinessName: 'Sample Holdings, L.L.C.', defendantFirstname: '', defendantLastname: '',
    toRegisteredAgent: true,
  }), // prettier-ignore
  hard('names-chinese-and-japanese', {
    firstname: '小明',
    lastname: '王',
    defendantFirstname: 'さくら',
    defendantLastname: '田中',
  }),
  hard('names-korean-and-thai', {
    firstname: '민수',
    lastname: '김',
    defendantFirstname: 'สมชาย',
    defendantLastname: 'ใจดี',
  }),
  hard('names-arabic-and-hebrew', {
    firstname: 'محمد',
    lastname: 'العلي',
    defendantFirstname: 'דוד',
    defendantLastname: 'לוי',
  }),
  hard('names-devanagari-and-one-name', { firstname: 'प्रिया', hasOneName: true, defendantFirstname: 'X̌ochi' }),
  hard('long-story', { claimDescription: story }),
  hard('part-payments-and-another-address', {
    partPayments: 'monthly', partPaymentAmount: '150', dateIsAbout: true, letterLeavesOut: ['phone', 'email'], interestChoice: 'ask',
    showsOtherAddress: true, careOf: 'Sample Advice Center', shownAddress: '12 Placeholder Plaza', shownCity: 'Austin',
    shownState: 'TX', shownZipcode: '78701', tone: 'friendly',
  }), // prettier-ignore
  hard('angry-story', {
    claimDescription:
      'On February 14, 2026 I lent Łukasz Example-Wójcik $3,000 by bank transfer. On June 5 I was paid $600. You lied to me for months, so pay up or I will call the police. I asked for the rest on July 2. If I do not see my money I will tell your boss what you did. Nothing has come since.',
  }),
];
