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

/** What letters must get right: sums above the limit, parties of both kinds, names in many scripts, long accounts. */
export const HARD_CLAIMS = [
  hard('above-the-limit-given-up', {
    amount: '24000',
    incidentCity: 'Tampa',
    incidentState: 'FL',
    overLimitChoice: 'waive',
  }),
  hard('above-the-limit-letter-only', {
    amount: '24000',
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
];
