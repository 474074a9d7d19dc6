import type { ClaimFormData } from '@redress/contracts';

/** One claim of each category, across states and across person and business on both sides. Every name says that it is a sample. */
export interface SampleClaim {
  category: string;
  answers: ClaimFormData;
}

type Address = readonly [street: string, city: string, state: string, zip: string];

interface Story {
  category: string;
  label: string;
  disputing: readonly [value: string, label: string][];
  amount: string;
  date: string;
  /** Where it happened. */
  place: Address;
  /** A business has its legal name first, then who speaks for it. */
  claimant: { business?: string; first: string; last: string; at: Address; email?: string; phone?: string };
  defendant: { business?: string; first: string; last: string; at: Address };
  description: string;
  calculation: string;
  pay?: Pick<ClaimFormData, 'venmo' | 'cashapp' | 'zelle' | 'paymentTypes'>;
  tone?: 'plain' | 'friendly' | 'firm';
  recipients?: ClaimFormData['recipients'];
}

const STORIES: readonly Story[] = [
  {
    category: 'debt-collection',
    label: 'Debt collection',
    disputing: [['personal-loan', 'Loan to a person']],
    amount: '2400.00',
    date: '2026-02-14',
    place: ['410 Sample Street', 'Austin', 'TX', '78701'],
    claimant: {
      first: 'Núria',
      last: "O'Sample",
      at: ['410 Sample Street', 'Austin', 'TX', '78701'],
      email: 'nuria@example.com',
      phone: '5125550114',
    },
    defendant: { first: 'Łukasz', last: 'Example-Wójcik', at: ['88 Placeholder Road', 'Dallas', 'TX', '75201'] },
    description:
      'On February 14, 2026 I lent Łukasz Example-Wójcik $3,000 by bank transfer. We wrote down that it would be paid back by June 1, 2026. On June 5 I was paid $600. I asked for the rest on July 2 and again on August 20, by text message. On August 22 the answer was "next month". Nothing has come since.',
    calculation: 'I lent $3,000.00 and was paid back $600.00. $2,400.00 is left.',
    pay: { zelle: 'nuria@example.com', paymentTypes: ['Check'] },
  },
  {
    category: 'broken-contract',
    label: 'Broken contract',
    disputing: [['freelance-work', 'Freelance work']],
    amount: '4850.00',
    date: '2026-04-30',
    place: ['5 Specimen Plaza', 'San Francisco', 'CA', '94103'],
    claimant: {
      business: 'Sample Type & Letters LLC',
      first: 'Renée',
      last: 'Sample',
      at: ['5 Specimen Plaza', 'San Francisco', 'CA', '94103'],
      email: 'accounts@example.com',
    },
    defendant: {
      business: 'Placeholder Coffee Roasters, Inc.',
      first: 'Jordan',
      last: 'Example',
      at: ['77 Demonstration Way', 'Oakland', 'CA', '94607'],
    },
    description:
      'On January 12, 2026 we signed a contract to draw the labels and the website of Placeholder Coffee Roasters, Inc. for $9,700, half at the start and half on delivery. The first half was paid. We delivered all files on April 16, 2026, and they have been in use since April 30. Our invoice of April 30 was due in 15 days. We sent reminders on May 20, June 15 and July 8 and have had no answer.',
    calculation: 'The second half of the contract price, $4,850.00. Nothing of it has been paid.',
    pay: { paymentTypes: ['Check', 'Money Order'] },
    tone: 'firm',
  },
  {
    category: 'personal-injury',
    label: 'Personal injury',
    disputing: [['dog-bite', 'Dog bite']],
    amount: '1865.40',
    date: '2026-05-09',
    place: ['Demonstration Park', 'Columbus', 'OH', '43215'],
    claimant: {
      first: 'Ánh',
      last: 'Sample-Nguyễn',
      at: ['19 Specimen Avenue', 'Columbus', 'OH', '43215'],
      phone: '6145550127',
    },
    defendant: { first: 'Morgan', last: 'Placeholder', at: ['240 Example Court', 'Columbus', 'OH', '43201'] },
    description:
      'On May 9, 2026 I walked in Demonstration Park. Morgan Placeholder’s dog was not on a leash and bit me in the left hand. Two people saw it and gave me their names. I was treated the same day at an urgent care clinic. I wrote on May 18 and sent the bills. I have had no answer.',
    calculation: 'Clinic $1,240.00, medicine $65.40, two days of lost pay $560.00.',
    pay: { venmo: '@sample-anh', paymentTypes: ['Check', 'Cash'] },
  },
  {
    category: 'tenant-landlord',
    label: 'Tenant-landlord dispute',
    disputing: [['security-deposit', 'Security deposit']],
    amount: '1950.00',
    date: '2026-06-30',
    place: ['12 Specimen Terrace, Apt 4', 'Seattle', 'WA', '98101'],
    claimant: {
      first: 'Zoë',
      last: 'Sample',
      at: ['301 Example Lane', 'Tacoma', 'WA', '98402'],
      email: 'zoe@example.com',
      phone: '2535550160',
    },
    defendant: {
      business: 'Placeholder Property Management LLC',
      first: 'Casey',
      last: 'Example',
      at: ['900 Demonstration Boulevard', 'Seattle', 'WA', '98104'],
    },
    description:
      'I rented 12 Specimen Terrace, Apt 4 from July 1, 2024 to June 30, 2026 and paid a deposit of $1,950. I moved out on June 30, 2026, left the home clean and gave back both keys. We walked through it together and the checklist names no damage. I gave my new address in writing on the same day. No statement and no money have come. I asked on August 3 and on September 1.',
    calculation: 'The whole deposit of $1,950.00.',
    pay: { zelle: 'zoe@example.com', paymentTypes: ['Check', "Cashier's Check"] },
    tone: 'friendly',
  },
  {
    category: 'stolen-property',
    label: 'Stolen property',
    disputing: [['kept-after-loan', 'Kept after a loan']],
    amount: '780.00',
    date: '2026-03-21',
    place: ['66 Sample Hill', 'Denver', 'CO', '80202'],
    claimant: {
      first: 'Ιωάννα',
      last: 'Sample',
      at: ['66 Sample Hill', 'Denver', 'CO', '80202'],
      email: 'ioanna@example.com',
    },
    defendant: { first: 'Taylor', last: 'Example', at: ['15 Placeholder Street', 'Boulder', 'CO', '80301'] },
    description:
      'On March 21, 2026 I lent Taylor Example my bicycle for two weeks. It was to come back on April 4. On April 10 and May 2 I asked for it by text message. On May 3 I was told that it had been sold. I have the receipt of the bicycle and the messages.',
    calculation:
      'I bought the bicycle in August 2025 for $940.00. The same model, used and of the same year, sells for $780.00.',
    pay: { cashapp: '$samplebike' },
  },
  {
    category: 'poor-construction',
    label: 'Poor construction',
    disputing: [
      ['unfinished-work', 'Unfinished work'],
      ['deposit-kept', 'Deposit kept'],
    ],
    amount: '6200.00',
    date: '2026-05-15',
    place: ['8 Specimen Drive', 'Tampa', 'FL', '33602'],
    claimant: {
      first: 'Sofía',
      last: "D'Sample",
      at: ['8 Specimen Drive', 'Tampa', 'FL', '33602'],
      phone: '8135550175',
      email: 'sofia@example.com',
    },
    defendant: {
      business: 'Example & Sons Decks, Inc.',
      first: 'Alex',
      last: 'Placeholder',
      at: ['1200 Demonstration Road', 'Tampa', 'FL', '33605'],
    },
    description:
      'On March 2, 2026 I signed a contract with Example & Sons Decks, Inc. for a deck for $11,800 and paid $7,000. Work was to end on May 15, 2026. The frame was put up in April. Nobody has worked on it since April 22. There are no boards, no rail and no stairs. I wrote on May 16, June 1 and June 20. Another builder looked at it on July 6 and wrote what it costs to finish.',
    calculation:
      'Finishing costs $11,000.00 by the written quote. $4,800.00 of the contract price was not yet paid. The difference is $6,200.00.',
    pay: { paymentTypes: ['Check', "Cashier's Check"] },
  },
  {
    category: 'product-defect',
    label: 'Product defect',
    disputing: [['warranty-refused', 'Warranty refused']],
    amount: '1149.99',
    date: '2026-07-18',
    place: ['31 Sample Parkway', 'Chicago', 'IL', '60601'],
    claimant: {
      first: 'Юрій',
      last: 'Sample',
      at: ['31 Sample Parkway', 'Chicago', 'IL', '60601'],
      email: 'yurii@example.com',
    },
    defendant: {
      business: 'Demonstration Appliances Corp.',
      first: 'Robin',
      last: 'Example',
      at: ['500 Placeholder Avenue', 'Chicago', 'IL', '60607'],
    },
    description:
      'I bought a refrigerator from Demonstration Appliances Corp. on November 8, 2025 with a warranty of two years. On July 18, 2026 it stopped cooling. A technician came on July 24 and said that the compressor had failed. On August 1 the warranty was refused as "wear". I sent the report of the technician on August 5 and again on August 25.',
    calculation: 'The price of the refrigerator, $1,149.99, which cannot be repaired.',
    pay: { paymentTypes: ['Check'] },
  },
  {
    category: 'auto-repair',
    label: 'Auto repair',
    disputing: [['problem-not-fixed', 'Problem not fixed']],
    amount: '1320.75',
    date: '2026-08-03',
    place: ['2 Example Garage Road', 'Phoenix', 'AZ', '85003'],
    claimant: {
      business: 'Sample Courier Company',
      first: 'Mateo',
      last: 'Sample-García',
      at: ['70 Specimen Street', 'Phoenix', 'AZ', '85003'],
      phone: '6025550133',
    },
    defendant: {
      business: 'Placeholder Auto Service LLC',
      first: 'Jamie',
      last: 'Example',
      at: ['2 Example Garage Road', 'Phoenix', 'AZ', '85003'],
    },
    description:
      'On August 3, 2026 we paid Placeholder Auto Service LLC to repair the brakes of our van. On August 5 the brakes failed again in the same way. The shop kept the van for four days and changed nothing. On August 14 another shop repaired it in two hours and wrote that the first repair had been done with the wrong part. We asked for our money back on August 17 and September 4.',
    calculation: 'Paid for the first repair $980.75. Rented a van for four days at $85.00 a day, $340.00.',
    pay: { paymentTypes: ['Check'] },
    tone: 'firm',
  },
  {
    category: 'damaged-property',
    label: 'Damaged property',
    disputing: [['water-or-fire', 'Water or fire']],
    amount: '3475.00',
    date: '2026-01-27',
    place: ['14 Demonstration Towers, Apt 9', 'New York', 'NY', '10001'],
    claimant: {
      first: 'Chloé',
      last: 'Sample',
      at: ['14 Demonstration Towers, Apt 9', 'New York', 'NY', '10001'],
      email: 'chloe@example.com',
    },
    defendant: { first: 'Quinn', last: 'Example', at: ['14 Demonstration Towers, Apt 10', 'New York', 'NY', '10001'] },
    description:
      'On January 27, 2026 water ran from the apartment of Quinn Example into mine for about an hour. The superintendent found a washing machine hose that was not fixed. My floor and a bookcase were damaged. I took photos the same evening. I sent the bills on February 20. On March 1 Quinn Example agreed in an e-mail to pay half and has paid nothing.',
    calculation: 'New floor $2,900.00 by the bill. The bookcase was three years old and worth $575.00.',
    pay: { venmo: '@sample-chloe', zelle: 'chloe@example.com', paymentTypes: ['Check'] },
  },
  {
    category: 'broken-verbal-promise',
    label: 'Broken verbal promise',
    disputing: [['oral-service-deal', 'Spoken deal about work']],
    amount: '640.00',
    date: '2026-06-12',
    place: ['3 Placeholder Meadow', 'Nashville', 'TN', '37201'],
    claimant: {
      first: 'Björn',
      last: 'Sample',
      at: ['27 Specimen Lane', 'Nashville', 'TN', '37203'],
      phone: '6155550148',
      email: 'bjorn@example.com',
    },
    defendant: { first: 'Avery', last: 'Example', at: ['3 Placeholder Meadow', 'Nashville', 'TN', '37201'] },
    description:
      'In May 2026 Avery Example asked me to play the piano at a garden party on June 12 for four hours, at $160 an hour. We agreed by telephone, and on May 30 I got a text message with the address and the time. I played from 5 to 9 that evening. I was told that the money would come the next day. I asked on June 20, July 1 and July 15.',
    calculation: 'Four hours at $160.00.',
    pay: { cashapp: '$samplepiano', paymentTypes: ['Cash', 'Check'] },
    tone: 'friendly',
  },
  {
    category: 'chargeback',
    label: 'Chargeback',
    disputing: [['friendly-fraud', 'Charge taken back after delivery']],
    amount: '415.20',
    date: '2026-09-10',
    place: ['120 Sample Market', 'Atlanta', 'GA', '30303'],
    claimant: {
      business: 'Sample Ceramics LLC',
      first: 'İpek',
      last: 'Sample',
      at: ['120 Sample Market', 'Atlanta', 'GA', '30303'],
      email: 'shop@example.com',
    },
    defendant: { first: 'Dakota', last: 'Placeholder', at: ['9 Example Crescent', 'Savannah', 'GA', '31401'] },
    description:
      'On August 24, 2026 Dakota Placeholder bought six plates in our shop for $415.20. They were delivered on August 29 and signed for. On September 10 the card charge was taken back with the words "not received". We sent the proof of delivery on September 14 and asked for the money or the plates.',
    calculation: 'The price of the six plates with delivery, $415.20.',
    pay: { paymentTypes: ['Check', 'Money Order'] },
    recipients: [],
  },
  {
    category: 'other',
    label: 'Other',
    disputing: [],
    amount: '505.00',
    date: '2026-10-02',
    place: ['44 Specimen Common', 'Boston', 'MA', '02108'],
    claimant: {
      first: 'Siobhán',
      last: 'Ní Sample',
      at: ['44 Specimen Common', 'Boston', 'MA', '02108'],
      email: 'siobhan@example.com',
      phone: '6175550192',
    },
    defendant: { first: 'J.', last: 'Éxample-ễ', at: ['61 Placeholder Wharf', 'Boston', 'MA', '02110'] },
    description:
      'On October 2, 2026 I paid $505.00 for a table at a charity dinner to the wrong account by mistake. The bank says that the account belongs to J. Éxample-ễ. I wrote on October 6 and October 20 and asked for it back.',
    calculation: 'The $505.00 that I paid by mistake.',
    pay: { zelle: 'siobhan@example.com' },
  },
];

const placeOf = ([address, city, state, zipcode]: Address) => ({ address, city, state, zipcode });

export const SAMPLE_CLAIMS: readonly SampleClaim[] = STORIES.map((story) => {
  const [incident, claimant, defendant] = [
    placeOf(story.place),
    placeOf(story.claimant.at),
    placeOf(story.defendant.at),
  ];
  return {
    category: story.category,
    answers: {
      situation: story.category,
      situationLabel: story.label,
      disputing: story.disputing.map(([value]) => value),
      disputingLabels: story.disputing.map(([, label]) => label),
      amount: story.amount,
      date: story.date,
      incidentAddress: incident.address,
      incidentCity: incident.city,
      incidentState: incident.state,
      incidentZipcode: incident.zipcode,
      userType: story.claimant.business ? '2' : '1',
      ...(story.claimant.business ? { businessName: story.claimant.business } : {}),
      firstname: story.claimant.first,
      lastname: story.claimant.last,
      email: story.claimant.email ?? '',
      phonenumber: story.claimant.phone ?? '',
      address: claimant.address,
      city: claimant.city,
      country: claimant.state,
      zipcode: claimant.zipcode,
      whoUser: story.defendant.business ? '2' : '1',
      ...(story.defendant.business ? { defendantBusinessName: story.defendant.business } : {}),
      defendantFirstname: story.defendant.first,
      defendantLastname: story.defendant.last,
      defendantAddress: defendant.address,
      defendantCity: defendant.city,
      defendantCountry: defendant.state,
      defendantZipcode: defendant.zipcode,
      claimDescription: story.description,
      claimCalculation: story.calculation,
      tone: story.tone ?? 'plain',
      ...story.pay,
    },
  };
});
