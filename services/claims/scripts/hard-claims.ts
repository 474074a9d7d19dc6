import type { ClaimFormData } from '@redress/contracts';
import { incidentPlace } from '@redress/domain';
import { demandRules, depositRules, stateByCode } from '@redress/domain/jurisdictions';
import { SAMPLE_CLAIMS } from '../src/shared/sample-claims.ts';

const base = SAMPLE_CLAIMS[0]?.answers ?? {};
const hard = (category: string, over: ClaimFormData): { category: string; answers: ClaimFormData } => ({
  category,
  answers: { ...base, ...over },
});
const visits = Array.from(
  { length: 60 },
  (_, index) => `On visit ${index + 1} I asked about the money, and was told that it would come the week after.`,
).join(' ');
const story = `On February 14, 2026 I lent Łukasz Example-Wójcik $3,000 by bank transfer. On June 5 I was paid $600. ${visits}`;

const BIG_LOAN: ClaimFormData = {
  claimDescription:
    'On February 14, 2026 I lent Łukasz Example-Wójcik $30,000 by bank transfer. We wrote down that it would be paid back by June 1, 2026. On June 5 I was paid $6,000. I asked for the rest on July 2. Nothing has come since.',
  claimCalculation: 'I lent $30,000.00 and was paid back $6,000.00. $24,000.00 is left.',
};

/** A claimant who says of every condition of the law of the place that it is met. */
function everyConditionMet(category: string, over: ClaimFormData) {
  const claim = hard(category, over);
  const state = stateByCode(incidentPlace(claim.answers).state);
  const deposit = depositRules(claim.answers, state);
  const rules = deposit.length > 0 ? deposit : demandRules(claim.answers, state);
  const lawAnswers = rules.flatMap(({ questions }) => questions.map(({ key }) => key));
  return { ...claim, answers: { ...claim.answers, lawAnswers } };
}

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
    situation: 'debt-collection',
    disputing: ['unpaid-invoice'],
    incidentCity: 'Albany',
    incidentState: 'NY',
    debtOwner: 'own',
    userType: '2',
    businessName: 'Sample Works LLC',
    whoUser: '1',
    claimDescription:
      'On February 14, 2026 we painted two rooms for Łukasz Example-Wójcik for $3,000. Our invoice of February 20 was due in 30 days. On June 5 we were paid $600. We asked for the rest on July 2 and August 20. Nothing has come since.',
    claimCalculation: 'The invoice was for $3,000.00 and $600.00 was paid. $2,400.00 is left.',
  }),
  hard('time-has-passed', {
    date: '2014-06-02',
    limitDate: '2015-01-05',
    limitDateOf: 'due',
    claimDescription:
      'On June 2, 2014 I lent Łukasz Example-Wójcik $3,000 by bank transfer. We agreed that it would be paid back by January 5, 2015. In March 2015 I was paid $600. Nothing has come since.',
  }),
  hard('business-without-a-contact', {
    whoUser: '2',
    defendantBusinessName: 'Sample Holdings, L.L.C.',
    defendantFirstname: '',
    defendantLastname: '',
    toRegisteredAgent: true,
  }),
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
  everyConditionMet('deposit-in-texas', {
    situation: 'tenant-landlord',
    disputing: ['security-deposit'],
    amount: '1450',
    date: '2026-06-30',
    limitDate: '2026-06-30',
    limitDateOf: 'moveOut',
    defendantBusinessName: 'Placeholder Homes LLC',
    whoUser: '2',
    claimDescription:
      'I rented 410 Sample Street from Placeholder Homes LLC and moved out on June 30, 2026. I gave my new address in writing on June 28. The home was clean and nothing was broken. The deposit was not returned, and no list of deductions came.',
    claimCalculation: 'The deposit was $1,450.00. Nothing was returned.',
  }),
  everyConditionMet('goods-in-new-york', {
    situation: 'product-defect', disputing: ['stopped-working'], amount: '1180', date: '2026-05-04', limitDate: '2026-03-10',
    limitDateOf: 'delivery', incidentCity: 'Albany', incidentState: 'NY', incidentZipcode: '12207', whoUser: '2',
    defendantBusinessName: 'Specimen Appliances Inc.',
    claimDescription:
      'On March 10, 2026 Specimen Appliances Inc. delivered a refrigerator to my home. On May 4 it stopped cooling. Their repairer came on May 11 and could not mend it. I asked for my money back on May 20, and they refused.',
    claimCalculation: 'I paid $1,180.00 for the refrigerator.',
  }), // prettier-ignore
  everyConditionMet('building-work-in-florida', {
    situation: 'poor-construction',
    disputing: ['defective-work'],
    amount: '6200',
    date: '2026-04-20',
    incidentCity: 'Tampa',
    incidentState: 'FL',
    incidentZipcode: '33602',
    whoUser: '2',
    defendantBusinessName: 'Sample Tiling LLC',
    claimDescription:
      'In April 2026 Sample Tiling LLC laid a floor in my kitchen. The work ended on April 20. Within two weeks tiles came loose in half of the room. I wrote to them on May 6 and May 30. Nobody came.',
    claimCalculation: 'I paid $6,200.00 for the floor. Another tiler says that it must be laid again.',
  }),
  everyConditionMet('consumer-in-massachusetts', {
    situation: 'auto-repair',
    disputing: ['problem-not-fixed'],
    amount: '1640',
    date: '2026-07-08',
    incidentCity: 'Boston',
    incidentState: 'MA',
    incidentZipcode: '02108',
    whoUser: '2',
    defendantBusinessName: 'Placeholder Motors LLC',
    claimDescription:
      'On July 8, 2026 I paid Placeholder Motors LLC $1,640 to mend the brakes of my car. The same fault came back on July 15. They refused to look at it again. Another shop found on July 22 that the old parts had never been replaced.',
    claimCalculation: 'I paid $1,640.00 for work that was not done.',
  }),
];
