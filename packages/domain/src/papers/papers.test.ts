import { gradeOf } from '@redress/jest-config/reading.ts';
import fc from 'fast-check';
import { CATEGORIES } from '../categories/index.ts';
import type { ClaimFormData } from '../claim/form-data.ts';
import { speakersOf, storyFromRows, sumFromItems } from '../facts/index.ts';
import { demandRules, depositRules, isConfirmed, STATES, stateByCode, type Fact } from '../jurisdictions/index.ts';
import { centsInWords } from '../money/words.ts';
import { aClaim } from '../testing/claims.ts';
import { hearingCard, writePapers, type Paper, type PaperBlock, type PaperId, type PaperInput } from './index.ts';

const letter = {
  letterDay: '2026-10-01',
  mailedOn: '2026-10-02',
  payBy: '2026-10-26',
  trackingNumber: '9400111206206406260787',
  deliveredOn: '2026-10-06',
};
const court = { caseNumber: '26-SC-1', hearingDay: '2026-12-15', servedDay: null, judgmentDay: null };
const papersFor = (over: ClaimFormData = {}, input: Partial<PaperInput> = {}, packageId = 'full-trial') =>
  writePapers(packageId, { data: aClaim(over), state: stateByCode('AL'), madeOn: '2026-11-21', letter, ...input });

const blockText = (block: PaperBlock): string => {
  if (block.kind === 'title') return [block.text, block.lead].join('\n');
  if (block.kind === 'list') return block.items.join('\n');
  if (block.kind === 'facts')
    return block.rows.map(({ label, value, note }) => [label, value, note].join('\n')).join('\n');
  if (block.kind === 'table') return block.rows.map((row) => row.join('\n')).join('\n');
  if (block.kind === 'signature') return [block.name, ...block.lines].join('\n');
  if (block.kind === 'blanks') return block.labels.join('\n');
  return block.kind === 'page' ? '' : block.text;
};
const textOf = (paper: Paper | undefined): string => (paper?.blocks ?? []).map(blockText).join('\n');
const paper = (papers: readonly Paper[], id: PaperId) => papers.find((candidate) => candidate.id === id);
/** One paper as text. */
const told = (id: PaperId, ...of: Parameters<typeof papersFor>): string => textOf(paper(papersFor(...of), id));
const factsOf = (papers: readonly Paper[]) =>
  papers.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'facts' ? block.rows : [])));

describe('packages', () => {
  it('gives small claims nine papers, full trial eleven, the plain letter none', () => {
    expect(papersFor({}, {}, 'demand-letter')).toEqual([]);
    expect(papersFor({}, {}, 'nonsense')).toEqual([]);
    expect(papersFor({}, {}, 'small-claims').map(({ id }) => id)).toEqual([
      'read-me-first',
      'statement-of-claim',
      'damages-worksheet',
      'timeline',
      'evidence-index',
      'filing-checklist',
      'service-instructions',
      'fee-waiver',
      'after-the-decision',
    ]);
    const ofTrial = papersFor({}, {}, 'full-trial');
    expect(ofTrial.slice(9).map(({ id }) => id)).toEqual(['hearing-script', 'hearing-rehearsal']);
    for (const { fileName } of ofTrial) expect(fileName).toMatch(/^\d\d-[a-z-]+\.pdf$/);
  });

  it('puts case name and day made on every paper', () => {
    for (const { footer, blocks } of papersFor()) {
      expect(footer).toBe("Ana Núñez v. Bo O'Lee · made on November 21, 2026");
      expect(blocks[0]?.kind).toBe('title');
    }
  });

  it('writes nothing over a missing answer', () => {
    expect(() => papersFor({ amount: '' })).toThrow(/amount/);
  });
});

describe('law in the papers', () => {
  it('names the text it was read in, or says in one sentence that there is none and no figure, in every state', () => {
    for (const state of STATES) {
      const papers = papersFor({ incidentState: state.code, amount: '4850' }, { state });
      const rows = factsOf(papers);
      for (const row of rows) {
        // A text may say that there is no fixed figure.
        expect(row.note.includes('Source: ') || row.mustConfirm).toBe(true);
        if (row.note !== '') continue;
        expect(row.mustConfirm).toBe(true);
        expect(row.value).toMatch(/^(?:We have no confirmed source\. Ask the clerk\.|Ask the clerk whether .*)$/);
      }
      const limitRow = rows.find(({ label }) => label.startsWith('Limit in'));
      expect(limitRow?.mustConfirm).toBe(!isConfirmed(state.limit));
      if (limitRow?.mustConfirm)
        expect([state.code, papers.map(textOf).join('')]).toEqual([
          state.code,
          expect.not.stringContaining('The limit depends'),
        ]);
      if (isConfirmed(state.limit)) expect(papers.map(textOf).join('')).not.toContain('What is the limit, and');
    }
  });

  it('names the notice a statute asks for before a claim about building work', () => {
    const deck = { situation: 'poor-construction', whoUser: '2' as const, defendantBusinessName: 'Decks LLC' };
    const checklist = told('filing-checklist', deck, { state: stateByCode('FL') });
    expect(checklist).toContain('A written notice is needed 60 days before filing');
    expect(checklist).not.toContain('dealers of motor vehicles');
    expect(checklist).not.toContain('Ask the clerk whether a demand must come first');
    const data = aClaim({ ...deck, incidentState: 'FL' });
    const keys = demandRules(data, stateByCode('FL')).flatMap(({ questions }) => questions.map(({ key }) => key));
    const firstOf = (over: ClaimFormData) => told('read-me-first', { ...data, ...over }, { state: stateByCode('FL') });
    expect(firstOf({})).toMatch(/come 60 days before you file\. Your letter was not written as that demand/);
    expect(firstOf({ lawAnswers: keys })).toContain('Your letter is that demand. File only after October 26, 2026.');
    expect(firstOf({ situation: 'other' })).not.toContain('days before you file');
  });

  it('names both ends where two rules may hold, and says of the earlier one to keep to it', () => {
    const hurt = { situation: 'product-defect', disputing: ['stopped-working', 'unsafe-product'], date: '2026-02-01' };
    const file = papersFor({ ...hurt, limitDate: '2026-02-01', limitDateOf: 'delivery' }, { state: stateByCode('PA') });
    const checklist = textOf(paper(file, 'filing-checklist'));
    expect(checklist).toContain('By this rule it ends on February 1, 2030.\n');
    expect(checklist).toMatch(/it ends on February 1, 2028\. Other rules here end later: this is the end to keep\./);
  });

  it('says on one page first what the court of the place asks for this sum, with the last day where the hearing is known', () => {
    const firstPageOf = (state: string, input: Partial<PaperInput> = {}) => {
      const readMe = paper(
        papersFor({ incidentState: state }, { state: stateByCode(state), ...input }),
        'read-me-first',
      );
      const blocks = readMe?.blocks ?? [];
      return blocks
        .slice(
          0,
          blocks.findIndex(({ kind }) => kind === 'page'),
        )
        .map(blockText)
        .join('\n');
    };
    const florida = firstPageOf('FL');
    expect(florida).toContain('is not a law firm and does not give legal advice');
    expect(florida).toMatch(/Fee for \$1,250\.50\n\$175 /);
    expect(florida).toMatch(/follows the rules of Florida as we had read them by \w+ \d+, 2026/);
    expect(florida).toMatch(/The court sets the day\. A pretrial conference/);
    const whole = told('read-me-first', { incidentState: 'FL' }, { state: stateByCode('FL') });
    expect(whole).toMatch(/rests on: Florida Statutes, section 47\.011; .*section 34\.041.*rule 7\.070/);
    expect(firstPageOf('FL', { court })).toContain('December 15, 2026. Case number 26-SC-1.');
    expect(firstPageOf('TX')).toMatch(/Fee for \$1,250\.50\n\$54 /);
    expect(firstPageOf('FL', { court })).not.toMatch(/fee-waiver form|not yet signed|nothing here has been filed/);
    expect(firstPageOf('FL', { court, madeOn: '2026-12-16' })).toContain('December 15, 2026, which is over.');
    expect(firstPageOf('FL', { court: { ...court, servedDay: '2026-11-20' } })).toContain(
      'Service\nThe other side got the papers on November 20',
    );
    const apart = { recipients: [{ role: 'co-debtor' as const, name: 'Di Poe', address: '1 Elm St', city: 'Macon', state: 'GA', zipcode: '31201' }] }; // prettier-ignore
    const both = papersFor({ incidentState: 'FL', defendantCountry: 'GA', ...apart }, { state: stateByCode('FL') });
    expect(textOf(paper(both, 'read-me-first'))).toMatch(
      /You choose\. When they live in different counties: in a county where any .*\. When the other side lives in another state: the rule on counties does not/,
    );
    const wyoming = firstPageOf('WY');
    expect(wyoming).toContain('Fee for $1,250.50\nAsk the clerk.');
    expect(wyoming).not.toContain('as we had read them');
  });

  it('states no fee, form number, hours or address of a court', () => {
    for (const state of STATES) {
      const text = papersFor({}, { state }).map(textOf).join('\n').replaceAll('$1,250.50', '');
      expect(text).not.toMatch(/(?:filing )?fee (?:is|of) \$/i);
      expect(text).not.toMatch(/Form [A-Z]{2}-\d/);
    }
  });

  it('is written without a state as well', () => {
    const papers = papersFor({}, { state: null });
    expect(factsOf(papers)).toEqual([]);
    expect(textOf(paper(papers, 'damages-worksheet'))).toContain('Ask the clerk for the limit of the court.');
  });
});

describe('statement of claim', () => {
  it('quotes each sentence as it was written, marked once, and mentions the demand', () => {
    const text = told('statement-of-claim');
    expect(text).toContain(
      'On October 2, 2026, Ana Núñez sent a demand letter by Certified Mail, tracking number 9400111206206406260787. It asked for payment by October 26, 2026 (Exhibit 1). It was delivered on October 6, 2026.',
    );
    expect(text).toContain(
      "Ana Núñez states, in the words of the letter to Bo O'Lee, who is “you” in them:\n“I made a website for you.”\n“You use it but did not pay the invoice.”\nOn October 2",
    );
    expect(text.match(/in the words/g)).toHaveLength(1);
  });

  it('cuts no sentence at a name or a street', () => {
    const claimDescription = 'I hired Mr. Lee of Lee Homes L.L.C. on 12 St. John St. in May. He never came.';
    const text = told('statement-of-claim', { claimDescription });
    expect(text + told('hearing-script', { claimDescription })).not.toContain('“you”');
    expect(text).toContain('“I hired Mr. Lee of Lee Homes L.L.C. on 12 St. John St. in May.”\n“He never came.”\n');
  });

  it('asks beyond the deposit by a tick of its own, as the letter says, where every condition of the law is met', () => {
    const deposit = { situation: 'tenant-landlord', disputing: ['security-deposit'], incidentState: 'TX' };
    const keys = depositRules(deposit, stateByCode('TX')).flatMap(({ questions }) => questions.map(({ key }) => key));
    const text = (lawAnswers: string[], input = {}) =>
      told('statement-of-claim', { ...deposit, lawAnswers }, { state: stateByCode('TX'), ...input });
    expect(text(keys)).toMatch(
      /also asks for what the law allows beyond the deposit\. .*up to three times the part wrongly kept.*92\.109/,
    );
    expect(text(keys.slice(1))).not.toContain('beyond the deposit');
    expect([text(keys), text(keys, { court })].map((all) => all.includes('Tick the box'))).toEqual([true, false]);
    expect(text(keys, { after: { payments: [{ day: '2026-10-30', cents: 125_050 }], answers: [] } })).not.toContain(
      'beyond the deposit',
    );
    expect(told('hearing-script', { ...deposit, lawAnswers: keys }, { state: stateByCode('TX') })).toContain(
      'If you ticked what the law allows',
    );
  });

  it('asks for the limit when the excess is given up, and for the whole amount otherwise', () => {
    const florida = { state: stateByCode('FL') };
    const waives = { overLimitChoice: 'waive' } as const;
    const waived = told('statement-of-claim', { amount: '9500', ...waives }, florida);
    expect(waived).toContain('Given up above the limit\n-$1,500.00');
    expect(waived).toContain("order Bo O'Lee to pay $8,000.00");
    // Alabama's limit has no confirmed source: no sum is worked out from it.
    const open = told('statement-of-claim', { amount: '7500', ...waives });
    expect(open).toContain('The amount may be above the limit for small claims: we have no confirmed source for it.');
    expect(open).not.toContain('6,000');
    const whole = told('statement-of-claim', { amount: '7500' });
    expect(whole).toContain("order Bo O'Lee to pay $7,500.00");
    expect(whole).toContain('above the limit for small claims');
    expect(told('statement-of-claim', { overLimitChoice: 'waive' })).not.toContain('give up');
  });

  it('gives up nothing where the rules of the place let nobody do so', () => {
    const texas = papersFor({ amount: '21000', overLimitChoice: 'waive' }, { state: stateByCode('TX') });
    const petition = textOf(paper(texas, 'statement-of-claim'));
    expect(petition).toContain("order Bo O'Lee to pay $21,000.00, and court costs as the court allows, because of");
    expect(petition).toContain('Do not file it as it is');
    expect(petition).not.toContain('you can file it as it is');
    for (const id of ['statement-of-claim', 'read-me-first'] as const) {
      expect(textOf(paper(texas, id))).toContain('You cannot take less only so that you can file here');
      expect(textOf(paper(texas, id))).not.toMatch(/whether you can give up|only if you give up/);
    }
  });

  it('names a business by its legal name and its contact, and lets its person sign', () => {
    const both = { userType: '2', businessName: 'Núñez LLC', whoUser: '2', defendantBusinessName: 'Lee Inc.' } as const;
    const file = paper(papersFor(both), 'statement-of-claim');
    expect(textOf(file)).toContain('Claimant\nNúñez LLC\nContact: Ana Núñez');
    expect(file?.blocks.at(-1)).toEqual({
      kind: 'signature',
      name: 'Ana Núñez',
      lines: ['For Núñez LLC', 'Date:'],
      usesDrawn: false,
    });
  });

  it('carries no declaration but one of an official form', () => {
    expect(told('statement-of-claim')).toContain("The court's form has its own declaration.");
    const text = 'I declare under penalty of perjury that this is true.';
    const state = stateByCode('TX');
    const declaration = { ...(state?.court as Fact<string>), value: text };
    const own = paper(papersFor({}, { state: state && { ...state, declaration } }), 'statement-of-claim');
    expect(textOf(own)).toContain(text);
  });

  it.each(['FL', 'TX'])('speaks of no form, and asks nothing that the rules of %s answer', (code) => {
    const papers = papersFor({}, { state: stateByCode(code) });
    for (const id of ['statement-of-claim', 'filing-checklist', 'damages-worksheet'] as const)
      expect(textOf(paper(papers, id))).not.toMatch(/court's form has|completed form|whether interest and costs count/);
    expect(textOf(paper(papers, 'damages-worksheet'))).toMatch(/count toward the \$/);
  });

  it('takes no picture, greeting, closing or blank of a letter for a fact', () => {
    const claimDescription =
      'Dear Bo Lee,\n😡😡\nI paid $500 on May 2. The chair broke. Thanks\nSincerely,\n[signature]\nAna Núñez';
    const lists = paper(papersFor({ claimDescription }), 'statement-of-claim')?.blocks.filter(
      (block) => block.kind === 'list' && block.mark === 'number',
    );
    const items = lists?.map((list) => (list.kind === 'list' ? list.items : []));
    expect(items?.at(-2)).toEqual(['“I paid $500 on May 2.”', '“The chair broke.”']);
  });

  it('says by which day a letter was not collected', () => {
    const { deliveredOn: _, ...sent } = { ...letter, outcome: { state: 'unclaimed', day: '2026-12-12' } as const };
    expect(told('statement-of-claim', {}, { letter: sent })).toContain(
      "By the carrier's record it was not collected by December 12, 2026.",
    );
  });

  it('says nothing of a letter that was not sent', () => {
    const papers = writePapers('full-trial', { data: aClaim(), state: stateByCode('AL'), madeOn: '2026-11-21' });
    expect(textOf(paper(papers, 'statement-of-claim'))).not.toContain('Certified Mail');
    expect(textOf(paper(papers, 'timeline'))).not.toContain('letter');
  });
});

describe('worksheet', () => {
  it('shows the total in figures and in words, and a day of interest where a rate can be stated', () => {
    const text = told('damages-worksheet');
    expect(text).toContain('$1,250.50, in words: one thousand two hundred fifty dollars and 50 cents.');
    expect(text).toContain('One day of simple interest on $1,250.50 is $0.2056.');
    expect(told('damages-worksheet', {}, { state: stateByCode('FL') })).toContain('No rate is stated here.');
  });

  it('states the rate that the letter states for who asks whom, and no excess where the limit does not bind', () => {
    const inNewYork = (over: ClaimFormData) => told('damages-worksheet', over, { state: stateByCode('NY') });
    const [firm, other] = [{ userType: '2', businessName: 'Diaz LLC' }, { whoUser: '2', defendantBusinessName: 'Lee Inc.' }] as const;
    expect(inNewYork(firm)).toContain('2% a year');
    expect(inNewYork(other)).toContain('9% a year');
    expect(inNewYork({})).toContain('No rate is stated here.');
    const deposit = { situation: 'tenant-landlord', disputing: ['security-deposit'], amount: '9000', overLimitChoice: 'waive' } as const;
    const hawaii = told('damages-worksheet', deposit, { state: stateByCode('HI') });
    expect(hawaii).toMatch(/security deposit has no limit here[^]*depends on the court or on the kind of claim[^]*\$9,000\.00, in words/);
    expect(hawaii).not.toContain('Above the limit');
  }); // prettier-ignore

  it('says for each court whose limit is lower how much is above it', () => {
    const text = told('damages-worksheet', { amount: '7000' }, { state: stateByCode('NY') });
    expect(text).toContain('Above $3,000.00 (town and village courts)\n$4,000.00');
    expect(text).toContain('Above $5,000.00 (city courts outside New York City)\n$2,000.00');
    expect(text).toContain('The limit depends on the court');
  });

  it('writes every sum in words', () => {
    expect(centsInWords(0)).toBe('zero dollars and 00 cents');
    expect(centsInWords(101)).toBe('one dollar and 01 cent');
    expect(centsInWords(1_234_567_89)).toBe(
      'one million two hundred thirty-four thousand five hundred sixty-seven dollars and 89 cents',
    );
    expect(() => centsInWords(-1)).toThrow(RangeError);
    const any = fc.integer({ min: 0, max: 100_000_000 });
    fc.assert(fc.property(any, (cents) => expect(centsInWords(cents)).toMatch(/^[a-z -]+ dollars? and \d\d cents?$/)));
  });
});

describe('timeline and exhibits', () => {
  const exhibits = [
    { title: 'Invoice 7', date: '2026-02-01', madeBy: 'Claimant', proves: 'The price', pages: 2 },
    { title: 'Photos' },
  ];

  it('puts the letter and its proof first and counts on', () => {
    const table = paper(papersFor({}, { exhibits }), 'evidence-index')?.blocks.find((block) => block.kind === 'table');
    expect(table?.rows.slice(0, 4).map((row) => [row[0], row[1]])).toEqual([
      ['1', 'Demand letter'],
      ['2', 'Certified Mail record, tracking number 9400111206206406260787'],
      ['3', 'Invoice 7'],
      ['4', 'Photos'],
    ]);
  });

  it('orders events by day', () => {
    const table = paper(papersFor({}, { exhibits }), 'timeline')?.blocks.find((block) => block.kind === 'table');
    expect(table?.rows.filter(([day]) => day).map(([day, , exhibit]) => [day, exhibit])).toEqual([
      ['February 1, 2026', '3'],
      ['March 3, 2026', ''],
      ['October 1, 2026', '1'],
      ['October 2, 2026', '2'],
      ['October 6, 2026', '2'],
      ['October 26, 2026', '1'],
    ]);
  });
});

describe('rows', () => {
  const rows: ClaimFormData = {
    disputing: ['personal-loan'],
    amount: '900',
    facts: [
      { id: 'b', who: 'them', what: 'paid me $100', day: '2025-05-02', dayIs: 'exact', proof: 'message' },
      { id: 'c', who: 'them', what: 'did not answer', happened: false, dayIs: 'unknown' },
      { id: 'a', who: 'me', what: 'lent you $1,000', day: '2025-03', dayIs: 'about', proof: 'witness' },
    ],
    sumItems: [
      { id: 'a', label: 'Loan', measured: 'as agreed', cents: 100_000 },
      { id: 'b', label: 'Paid back', cents: 10_000, isCredit: true, day: '2025-05-02' },
    ],
    objections: [{ id: 'a', says: 'It was a gift.', answer: 'You signed for a loan.', inLetter: false }],
    agreedInterest: { percent: '7.3', clause: 'line 3 of the note', from: '2026-11-11' },
    interestChoice: 'ask',
    claimDescription: '',
    claimCalculation: '',
  };
  const data = aClaim(rows);
  const whole = {
    ...rows,
    claimDescription: storyFromRows('', data.facts, speakersOf(data)),
    claimCalculation: sumFromItems('', data.sumItems),
  };
  const papers = papersFor(whole);
  const tableOf = (id: PaperId) => paper(papers, id)?.blocks.find((block) => block.kind === 'table')?.rows ?? [];

  it('are one fact a number to a court, by name, about days sworn as about', () => {
    const text = textOf(paper(papers, 'statement-of-claim'));
    expect(text).toContain(
      "In about March 2025, Ana Núñez lent Bo O'Lee $1,000.\nOn May 2, 2025, Bo O'Lee paid Ana Núñez $100. (Exhibit 3)\nBo O'Lee did not answer.\nOn October 2, 2026, Ana",
    );
    const numbered = paper(papers, 'statement-of-claim')
      ?.blocks.filter(({ kind }) => kind === 'list')
      .map(blockText)
      .join('\n');
    expect(numbered).not.toMatch(/\b(?:you|your|I|my)\b/);
    expect(text).toContain('Loan (as agreed)\n$1,000.00\nPaid back (May 2, 2025)\n-$100.00\nInterest\n7.3% a year');
  });

  it('fill worksheet, timeline and evidence index without an empty row', () => {
    expect(tableOf('damages-worksheet')).toEqual([
      ['Loan', '', 'as agreed', '', '$1,000.00'],
      ['Paid back', 'May 2, 2025', 'Credit or part payment', '', '-$100.00'],
      ['Subtotal', '', '', '', '$900.00'],
    ]);
    const worksheet = textOf(paper(papers, 'damages-worksheet'));
    expect(worksheet).toContain("A day's interest on $900.00\n$0.1800\nInterest so far\n$1.80");
    expect(tableOf('timeline').slice(0, 3)).toEqual([
      ['about March 2025', "Ana Núñez lent Bo O'Lee $1,000.", ''],
      ['May 2, 2025', "Bo O'Lee paid Ana Núñez $100.", '3'],
      ['Not done', "Bo O'Lee did not answer.", ''],
    ]);
    expect(tableOf('evidence-index').at(-1)).toEqual([
      '3',
      'On paper: a message of May 2, 2025',
      'May 2, 2025',
      '',
      "Bo O'Lee paid Ana Núñez $100.",
      '',
    ]);
    for (const id of ['damages-worksheet', 'timeline', 'evidence-index'] as const) {
      for (const row of tableOf(id)) expect(row.filter(Boolean).length).toBeGreaterThan(1);
      // "September 30, 2026" takes 0.211 of the width in print; on two lines it makes each row of a long table as high as two.
      const [date] =
        paper(papers, id)
          ?.blocks.flatMap((block) => (block.kind === 'table' ? block.columns : []))
          .filter(({ header }) => header === 'Date') ?? [];
      expect(date?.share).toBeGreaterThan(0.212);
    }
  });

  it('are spoken to the judge, with the answer to what the other side may say', () => {
    const text = textOf(paper(papers, 'hearing-script'));
    expect(text).toContain("In about March 2025, I lent Bo O'Lee $1,000.\nOn May 2, 2025, Bo O'Lee paid me $100. (Ex");
    expect(text).toContain("“It was a gift.”\nBo O'Lee signed for a loan.\n“Nobody asked me for it.”");
    expect(text.match(/It was a gift/g)).toHaveLength(1);
    expect(text.match(/lent Bo O'Lee/g)).toHaveLength(1);
  });
});

it('practices what the rows say, and leaves blank what only the claimant knows', () => {
  const facts = [{ id: 'a', asks: 'lent', who: 'me' as const, what: 'lent you $900', proof: 'message' as const }];
  const sumItems = [{ id: 'a', label: 'Loan', cents: 90_000 }];
  const text = told('hearing-rehearsal', { amount: '900', facts, sumItems });
  expect(text).toMatch(/owed for, and since when\?\nI lent Bo O'Lee \$900\. \(Exhibit 3\)\nWhen was it due\?\nAnswer/);
  const worked = [['ended', 'me', 'worked for you'], ['', 'them', 'paid others'], ['', 'me', 'wrote to you']].map(([asks, who, what], at) => ({ id: `${at}`, asks, who: who as 'me', what, day: `2026-05-0${at + 1}` }));
  const wages = told('hearing-rehearsal', { disputing: ['unpaid-wages'], facts: worked });
  expect(wages).toMatch(/owed for, and since when\?\nOn May 1, 2026, I worked[^]*did you do next\?\nOn May 1, 2026, I worked for Bo O'Lee\.\nOn May 3, 2026, I wrote to Bo O'Lee\.\n/);
  expect(text).toContain('calculate it?\nLoan: $900.00\nWhen did this happen');
  expect(text).toContain('What shows that?\nExhibit 3: On paper: a message');
  const costs = [...sumItems, { id: 'b', label: 'Tools', cents: 30_000 }];
  const broken = told('hearing-rehearsal', { situation: 'broken-contract', disputing: [], amount: '1200', sumItems: costs });
  expect(broken).toMatch(/cost you\?\nLoan: \$900\.00\nTools: \$300\.00\nTogether: (\$1,200\.00\n)[^$]*calculate it\?\nTogether: \1When/);
}); // prettier-ignore

it('asks the court for goods that are kept, or their value, until the claimant got them back', () => {
  const held = { situation: 'auto-repair', disputing: ['vehicle-held'] };
  const asked = (over: ClaimFormData = {}) => told('statement-of-claim', { ...held, ...over });
  expect(asked()).toContain("order Bo O'Lee to return the property or pay $1,250.50 in its place, and court costs");
  const back = { id: 'a', asks: 'happened', who: 'me' as const, what: 'picked up the car', day: '2026-04-01' };
  expect(asked({ facts: [back] })).toContain("order Bo O'Lee to pay $1,250.50, and court costs as the court allows");
  expect(asked({ facts: [{ ...back, happened: false }] })).toContain('return the property');
});

describe('guides', () => {
  it('warns of a time limit that has passed or ends soon', () => {
    const sold = { situation: 'product-defect', disputing: ['stopped-working'] };
    const from = (limitDate: string, more = {}) => papersFor({ ...sold, limitDate }, { state: stateByCode('NY'), ...more });
    expect(textOf(paper(from('2015-01-01'), 'read-me-first'))).toContain('has passed');
    expect(textOf(paper(from('2015-01-01'), 'filing-checklist'))).toContain('it ended on January 1, 2019.');
    const soon = textOf(paper(from('2022-12-15'), 'filing-checklist'));
    expect(textOf(paper(from('2022-12-15', { court }), 'read-me-first'))).not.toContain('ends on');
    expect(soon).toContain('ends on December 15, 2026');
    expect(soon).toContain('New York Uniform Commercial Code, section 2-725');
    expect(soon).toContain('What can change this day: that the harm was found later.');
    expect(told('read-me-first')).not.toContain('has passed');
    // Texas lets a suit go ahead without the 60 days where the time would end: no paper says to wait that long.
    const dtpa = { ...sold, incidentState: 'TX', whoUser: '2' as const, defendantBusinessName: 'Lee Inc.', limitDateOf: 'delivery' };
    const keys = demandRules(aClaim(dtpa), stateByCode('TX')).flatMap(({ questions }) => questions.map(({ key }) => key));
    const waiting = (payBy: string) => told('read-me-first', { ...dtpa, lawAnswers: keys, limitDate: '2022-12-15' }, { state: stateByCode('TX'), letter: { ...letter, payBy } });
    expect(waiting('2026-12-20')).toMatch(/Your letter is that demand\. Its days end on December 20, 2026, after the time limit: ask a lawyer/);
    expect(waiting('2026-12-01')).toContain('File only after December 1, 2026.');
  }); // prettier-ignore

  it('asks what fits the case', () => {
    const company = { whoUser: '2', defendantBusinessName: 'Lee Inc.' } as const;
    const there = { defendantCountry: 'GA', defendantAddress: 'P.O. Box 12', ...company };
    const service = told('service-instructions', there);
    expect(service).toContain('in another state');
    expect(service).toContain('PO box');
    expect(service).toContain('registered agent');
    expect(told('service-instructions')).not.toContain('in another state');
    // A co-debtor is asked about by its own address, which sets no rule of the other side.
    const owes = {
      role: 'co-debtor',
      name: 'Di Poe',
      address: 'PO Box 7',
      city: 'Macon',
      state: 'GA',
      zipcode: '31201',
    } as const;
    // Asked once of all, "Keep a record" stays on the first page.
    expect(told('service-instructions', { ...there, recipients: [owes] }).match(/.* in another state.*/g)).toEqual([
      expect.stringMatching(/^Lee Inc\. and Di Poe are in/),
    ]);
    const inFlorida = { incidentState: 'FL', defendantCountry: 'FL', recipients: [owes] };
    const away = papersFor(inFlorida, { state: stateByCode('FL') });
    const asked = textOf(paper(away, 'service-instructions'));
    expect(asked).toMatch(/Di Poe is in another state\. .*\n.*For Di Poe I have a PO box \(PO Box 7\)/);
    expect(asked).not.toContain('Bo Lee is in another state');
    expect(textOf(paper(away, 'read-me-first'))).not.toContain('the rule on counties does not');
  });

  it('keeps its own sentences at grade 8 or below', () => {
    const isOwn = (block: PaperBlock) =>
      block.kind === 'list' ? block.mark === 'box' : /^(?:para|note)/.test(block.kind);
    for (const { id, blocks } of papersFor()) {
      const own = blocks.filter(isOwn).map(blockText).join('\n');
      expect([id, gradeOf(own) <= 8]).toEqual([id, true]);
    }
  });
});

describe('hearing', () => {
  it('is read from one card: spoken words, exhibits by number, three questions with their answers, and who does not come', () => {
    const facts = [{ id: 'a', asks: 'lent', who: 'me' as const, what: 'lent you $900', proof: 'message' as const }];
    const input = { data: aClaim({ facts }), state: stateByCode('FL'), madeOn: '2026-11-21', letter };
    const card = hearingCard({ ...input, court });
    expect(card.when).toBe('December 15, 2026 · Case number 26-SC-1');
    expect(card.script[0]).toMatch(/^Good morning\. My name is Ana Núñez\./);
    expect(card.script.join(' ')).toMatch(/\(Exhibit 3\).* It is Exhibit 1\. The sum is \$1,250\.50\./);
    expect(card.script.join(' ')).not.toMatch(/(?<!Thank )\byou\b/);
    expect(card.minutes).toBe(1);
    expect(card.exhibits[0]).toBe('Demand letter');
    expect(card.questions.map(({ answers }) => answers[0])).toEqual([
      '$1,250.50.',
      "I lent Bo O'Lee $900. (Exhibit 3)",
      expect.stringMatching(/^Exhibit 3: /),
    ]);
    expect(hearingCard(input).when).toBe('');
    const { questions } = hearingCard({ ...input, data: aClaim({ dateIsAbout: true }) });
    expect(questions[1]?.answers).toEqual(['This began on or about March 3, 2026 in Mobile, Alabama.']);
    expect(card.first).toMatch(/^A pretrial conference, .* It is not the trial/);
    expect(hearingCard({ ...input, state: stateByCode('AL') }).first).toBe('');
  });

  it('has an opening, the story, the sum and the ask', () => {
    const text = told('hearing-script');
    expect(text).toContain('ask the judge what happens now');
    const florida = told('hearing-script', {}, { state: stateByCode('FL') });
    expect(florida).toMatch(/A pretrial conference[\s\S]*ask for a default[\s\S]*Opening/);
    expect(florida).not.toContain('ask the judge what happens now');
    expect(text).toContain(
      "Good morning. My name is Ana Núñez. I ask for $1,250.50 from Bo O'Lee because of an unpaid invoice.",
    );
    expect(text).toContain('You use it but did not pay the invoice.');
    expect(text).toContain('October 2, 2026: Demand letter sent by Certified Mail (Exhibit 2)');
  });

  it('practices the questions of the category', () => {
    for (const { value, keyQuestions } of CATEGORIES)
      for (const question of keyQuestions)
        expect(told('hearing-rehearsal', { situation: value, disputing: [] })).toContain(question);
    const rent = told('hearing-rehearsal', { situation: 'tenant-landlord', disputing: ['unpaid-rent'] });
    expect(rent).not.toMatch(/deposit|deductions/);
    const owes = {
      role: 'co-debtor' as const,
      name: 'Di Poe',
      address: '1 Elm St',
      city: 'Macon',
      state: 'GA',
      zipcode: '31201',
    };
    expect(told('hearing-script', { recipients: [owes] })).toContain('If you sue Di Poe too, name each of them');
  });

  it('tells of an account of 3,000 words what the letter carries of it; the statement holds all, in numbers one can read', () => {
    const visits = Array.from(
      { length: 170 },
      (_, at) => `On visit ${at + 1} I asked about the money, and was told that it would come the week after.`,
    );
    const claimDescription = `On May 2, 2025 I lent Bo $900. ${visits.join(' ')}`;
    const statement = told('statement-of-claim', { claimDescription });
    expect(statement.replaceAll(/[“”]/g, '').replaceAll('\n', ' ')).toContain(claimDescription);
    expect(Math.max(...statement.split('\n').map(({ length }) => length))).toBeLessThan(600);
    expect(told('hearing-script', { claimDescription })).toMatch(/the statement of claim has all of it/);
    const card = hearingCard({ data: aClaim({ claimDescription }), state: null, madeOn: '2026-11-21' });
    expect([card.script[1], card.minutes]).toEqual(['On May 2, 2025 I lent Bo $900.', 2]);
  });

  it('keeps any text of the claimant as it is', () => {
    for (const sentence of ['Price was $& and $1.', 'Zoë said 李雷 knew.', 'He wrote “OK”.'])
      expect(told('hearing-script', { claimDescription: sentence })).toContain(sentence);
  });
});

it('prints no number of an index as a source', () => {
  for (const state of STATES) expect(papersFor({}, { state }).map(textOf).join('\n')).not.toContain('code index');
});

describe('what came after the letter', () => {
  const after = {
    payments: [{ day: '2026-10-30', cents: 25_050 }],
    answers: [{ day: '2026-10-29', kind: 'dispute' as const }],
  };
  const words = (id: string, over: ClaimFormData = {}) => textOf(paper(papersFor(over, { after }), id as never));
  const agreed = {
    interestChoice: 'ask',
    agreedInterest: { percent: '7.3', clause: 'section 4', from: '2026-04-03' },
  } as const;

  it('is in the timeline in its order, and taken off what the court is asked for', () => {
    expect(words('timeline')).toMatch(/is not owed, as the claimant reports[^]*\$250\.50 received, as the claimant/);
    expect(words('statement-of-claim')).toContain("After that Bo O'Lee paid $250.50 (October 30, 2026).");
    expect(words('statement-of-claim')).toMatch(
      /Received after the letter\n[-−]\$250\.50[^]*Total asked.*\n\$1,000\.00/,
    );
    expect(words('damages-worksheet')).toMatch(/Subtotal[^$]*\$1,000\.00/);
    expect(words('hearing-script')).toMatch(/\$250\.50 received\n[^]*The sum is \$1,000\.00\./);
  });

  it('ends interest on what was paid with its day, and leaves a claim that was decided as it was asked', () => {
    // 210 days on $1,250.50 and 22 days on $1,000.00, at two hundredths of a percent.
    expect(words('damages-worksheet', agreed)).toContain('Interest so far, on what was open each day\n$56.92');
    const late = { agreedInterest: { ...agreed.agreedInterest, from: '2026-11-01' } };
    for (const over of [late, { amount: '9000', overLimitChoice: 'waive' }] as const)
      expect(told('damages-worksheet', { ...agreed, ...over }, { after, state: stateByCode('FL') })).toContain(
        'Interest so far\n',
      );
    const judged = { after, court: { ...court, judgmentDay: '2026-10-30' } };
    expect(told('statement-of-claim', {}, judged)).toMatch(/Total asked[^\n]*\n\$1,250\.50/);
    expect(told('timeline', {}, judged)).toContain('$250.50 received');
  });

  it('leaves nothing to file once all of it has come', () => {
    const after = { payments: [{ day: '2026-10-30', cents: 125_050 }], answers: [] };
    const paid = { after, state: stateByCode('TX') };
    for (const id of ['read-me-first', 'statement-of-claim', 'filing-checklist', 'hearing-script'] as const)
      expect([id, told(id, {}, paid)]).toEqual([
        id,
        expect.stringMatching(/all of it is paid: there is nothing to ask a court for/),
      ]);
    expect(told('statement-of-claim', {}, paid)).not.toMatch(
      /you can file it as it is|asks the court to order|Sign it when you file/,
    );
    expect(told('read-me-first', {}, paid)).not.toMatch(
      /You file them|Sign the statement|not yet signed|Fee for|How to file|claim for \$0/,
    );
    expect(told('hearing-script', {}, paid)).not.toContain('ask the court to order');
    const all = papersFor({ date: '2020-10-20' }, paid).map(textOf).join('\n');
    expect(all).not.toMatch(
      /\$0\.00,? (?:is not|that|is \$)|sum is \$0|File before|time limit|checklist holds|Questions to practice|not yet signed|You get back|After you file|Which form|filing fee|Check against|whether you can ask for interest|The court sets the day|Ask the clerk whether a demand/,
    );
    const card = hearingCard({ data: aClaim(), madeOn: '2026-11-21', ...paid });
    expect(card.first).toMatch(/^By what you reported, all of it is paid/);
    expect(card.script.join()).not.toContain('$0.00');
    expect(told('statement-of-claim', agreed, paid)).toMatch(
      /the amount is paid\. Interest that was agreed is not part of it/,
    );
  });

  it('adds up line by line where a part is given up', () => {
    const waived = { amount: '9000', overLimitChoice: 'waive', sumItems: [{ id: '1', label: 'Loan', cents: 900_000 }] } as const;
    for (const id of ['hearing-script', 'hearing-rehearsal'] as const)
      expect(told(id, waived, { state: stateByCode('FL'), after })).toMatch(/Loan: \$9,000\.00\nReceived after the letter: -\$250\.50\nGiven up above the limit: -\$749\.50/);
    expect(told('hearing-script', { ...waived, sumItems: [] }, { state: stateByCode('FL') })).toContain('The sum is $8,000.00.\nAmount of the claim: $9,000.00\nGiven up above the limit: -$1,000.00');
  }); // prettier-ignore

  it('can bring a sum within the limit of the court', () => {
    const above = { amount: '8100', overLimitChoice: 'waive' } as const;
    const statement = (input: Partial<PaperInput>) =>
      told('statement-of-claim', above, { state: stateByCode('FL'), ...input });
    expect(statement({})).toContain('Given up above the limit\n-$100.00');
    expect(statement({ after })).not.toContain('Given up above the limit');
    expect(statement({ after })).toContain("order Bo O'Lee to pay $7,849.50");
  });
});

describe('rules of the court', () => {
  const business = { userType: '2', businessName: 'Park & Daughters LLC' } as const;
  const at = (code: string, over: ClaimFormData = {}) => papersFor(over, { state: stateByCode(code) });
  const questions = (papers: readonly Paper[], id: PaperId) =>
    (paper(papers, id)?.blocks ?? []).flatMap((block) =>
      block.kind === 'list' && block.mark === 'box' ? block.items : [],
    );

  it('names the fee of the sum in Florida, to the cent at each step', () => {
    const oracle = (cents: number) => (cents < 100_00 ? 55 : cents <= 500_00 ? 80 : cents <= 2_500_00 ? 175 : 300);
    for (const edge of [100_00, 500_00, 2_500_00, 8_000_00])
      for (const cents of [edge - 1, edge, edge + 1].filter((each) => each <= 8_000_00)) {
        const text = textOf(paper(at('FL', { amount: (cents / 100).toFixed(2) }), 'filing-checklist'));
        expect([...text.matchAll(/\$(\d+) for a claim/g)].map(([, usd]) => Number(usd))).toEqual([oracle(cents)]);
      }
  });

  it.each(['FL', 'TX'])('asks the clerk in %s only what no rule answers', (code) => {
    const [here, elsewhere] = [at(code, business), at('AL', business)];
    for (const id of ['filing-checklist', 'service-instructions', 'fee-waiver', 'after-the-decision'] as const) {
      expect(questions(elsewhere, id)).toEqual(expect.arrayContaining(questions(here, id)));
      expect(textOf(paper(elsewhere, id))).not.toContain('What the rules say');
    }
    const open = questions(here, 'filing-checklist').filter((item) => item.endsWith('?'));
    expect(open).toEqual(['Do I need to show proof that I asked for payment first?']);
    expect(questions(at('CA', business), 'filing-checklist')).not.toContain(open[0]);
    expect(textOf(paper(here, 'service-instructions'))).not.toContain('Ask the clerk\n');
    expect(questions(elsewhere, 'filing-checklist').filter((item) => item.endsWith('?'))).toHaveLength(11);
  });

  it('names beside the court of a state the one of a city that has none, and says what to ask', () => {
    expect(textOf(paper(at('PA'), 'read-me-first'))).toMatch(
      /Magisterial District Court, Pennsylvania\. Philadelphia has no such courts; there it is the Municipal Court\. Ask the clerk which one is yours\./,
    );
  });

  it('speaks of two people who claim together as of two', () => {
    const facts = [{ id: 'a', who: 'me' as const, what: 'cleaned it myself' }];
    const two = told('statement-of-claim', { firstname: 'Ana & Luis', claimDescription: 'It broke.', facts });
    expect(two).toMatch(
      /Núñez\nTwo people[^]*cleaned it themselves[^]*Núñez state, in[^]*Núñez give this[^]*Núñez ask the court/,
    );
    const debtors = { defendantFirstname: 'Bob and Sue', defendantLastname: 'Dunn' };
    expect(told('after-the-decision', debtors)).toContain('Bob and Sue Dunn pay Ana Núñez, not the court.');
  });

  it('takes the address of a registered agent for no address of the business', () => {
    const agent = {
      whoUser: '2',
      defendantBusinessName: 'Lee Repairs Inc.',
      defendantFirstname: '',
      defendantLastname: '',
      toRegisteredAgent: true,
    } as const;
    const statement = told('statement-of-claim', agent);
    expect(statement).toContain('A business\nBy its registered agent\n2 Elm St');
    expect(statement).toContain("The defendant's registered agent is in Mobile, Alabama.");
    expect(told('service-instructions', agent)).toMatch(
      /Lee Repairs Inc\.\nBy its registered agent\n2 Elm St[^]*Is the registered agent that you wrote to still/,
    );
    expect(told('service-instructions', { ...agent, toRegisteredAgent: false })).toContain(
      'Is there a registered agent?',
    );
  });

  it.each(['FL', 'TX'])('answers the way to court in %s for every kind of claim', (code) => {
    for (const { value, subcategories } of CATEGORIES) {
      const disputing = subcategories.slice(0, 1).map((sub) => sub.value);
      const papers = at(code, { situation: value, disputing });
      expect(papers).toHaveLength(11);
      expect(questions(papers, 'service-instructions')).toEqual([]);
      expect(questions(papers, 'filing-checklist').filter((item) => item.endsWith('?')).length).toBeLessThan(2);
    }
  });

  it('puts ways to collect as what is known of the other side, and hides nothing of how often nobody pays', () => {
    const after = (code: string, over: ClaimFormData = {}) => paper(at(code, over), 'after-the-decision');
    const asked = textOf(after('AL'));
    for (const known of ['where they work?', 'their bank?', 'run a business?', 'land or a house?', 'none of this?'])
      expect(asked).toContain(known);
    expect(asked).toContain('Many judgments are never paid');
    expect(textOf(after('TX'))).toMatch(/Do you know where they work\?\nTexas does not let you take current wages/);
    expect(textOf(after('FL'))).toMatch(/none of this\?\n[^\n]*Fact Information Sheet, Form 7\.343, within 45 days/);
    expect(questions(at('FL'), 'after-the-decision')).toEqual([
      'When do I get the decision in writing?',
      'Can the judge order them now to write down where they work and what they own?',
    ]);
    // The letter for the other side stands on a sheet of its own, the last one.
    const blocks = after('AL')?.blocks ?? [];
    const sheet = blocks
      .slice(blocks.findIndex(({ kind }) => kind === 'page'))
      .map(blockText)
      .join('\n');
    expect(sheet).toMatch(/^\nA letter for a payment plan\n/);
    expect(sheet).not.toContain('lawyer');
    const ofBusiness = textOf(after('AL', { whoUser: '2', defendantBusinessName: 'Lee Repairs Inc.' }));
    expect(ofBusiness).not.toContain('where they work');
    expect(ofBusiness).toMatch(/now to write down which bank they use and[^]*under oath which bank they use and/);
  });

  it('says of a claim that is filed or decided nothing that was to be done before, and who else may have to pay', () => {
    const judged = { court: { ...court, judgmentDay: '2026-11-20', awardedCents: 98_765 } };
    const owes = { recipients: [{ role: 'co-debtor' as const, name: 'Di Poe', address: '1 Elm St', city: 'Mobile', state: 'AL', zipcode: '36602' }] }; // prettier-ignore
    const after = told('after-the-decision', owes, judged);
    expect(after).toContain('The judgment of November 20, 2026 is for $987.65, as you typed.');
    expect(after).toContain('So does whoever else the judgment names.');
    expect(after).not.toMatch(
      /Ask before you leave|Sum in the judgment|Day the judge signed it|If the court does not order/,
    );
    expect(after).toMatch(
      /decided that you pay \$987\.65\.[^]*Signature of Ana Núñez, and date\nSignature of Bo O'Lee, and date$/,
    );
    // Little is left to say on the first page: what follows stands on it too.
    const sheets = (input: Partial<PaperInput>) =>
      paper(papersFor({}, input), 'read-me-first')?.blocks.filter(({ kind }) => kind === 'page');
    expect([sheets({}), sheets({ court }), sheets(judged)].map((pages) => pages?.length)).toEqual([1, 1, 0]);
    expect(told('after-the-decision')).toMatch(/Ask before you leave[^]*Sum in the judgment/);
    const served = { court: { ...court, servedDay: '2026-11-20' } };
    for (const input of [{ court }, served, judged])
      for (const { id, blocks } of papersFor(owes, input))
        expect([id, blocks.map(blockText).join('\n')]).toEqual([
          id,
          expect.not.stringMatching(
            /when you file|Make copies of all|Which form do I use, and|You get back|How to file\n|cannot pay the filing fee|Filing fee, and the date|into its boxes|Tick a box|Check against the limit|ask the clerk which one|whether a demand must come|whether you can ask for interest/,
          ),
        ]);
    const inFlorida = { ...served, state: stateByCode('FL') };
    for (const input of [served, inFlorida])
      expect(told('service-instructions', {}, input)).not.toMatch(/After you file|Which ways are allowed|Who may hand/);
    expect(told('service-instructions', {}, judged)).toContain('There is a decision. Keep what proves');
    const decided = { ...judged, state: stateByCode('FL') };
    expect(told('service-instructions', {}, decided)).not.toContain('ask for a default');
    expect(told('after-the-decision', {}, decided)).not.toContain('Ask the clerk\n');
    const came = { payments: [{ day: '2026-11-21', cents: 50_000 }], answers: [] };
    expect(told('after-the-decision', {}, { ...judged, after: came })).toContain(
      'that you pay $987.65. Since then you paid $500.00. You can',
    );
    const whole = { payments: [{ day: '2026-11-21', cents: 98_765 }], answers: [] };
    expect(told('after-the-decision', {}, { ...judged, after: whole })).not.toMatch(
      /in parts\. Please|If nothing comes/,
    );
    // Alabama has no row that was read: nothing is promised to stand on the checklist.
    expect(told('filing-checklist', {}, judged)).toMatch(/We had read no law for that\.$/);
    expect(told('filing-checklist', {}, inFlorida)).toMatch(/for that stands here\.\nWhat the law says/);
    expect(told('read-me-first', {}, judged)).not.toContain('checklist holds');
    expect(told('statement-of-claim', { amount: '9000' }, inFlorida)).not.toContain('above the limit');
    expect(told('read-me-first', {}, inFlorida)).not.toMatch(/You choose|rests on:.*(?:34\.041|7\.070|7\.090)/);
    expect(told('hearing-script', {}, judged)).toContain('This was for the hearing before it.');
    expect(told('read-me-first', {}, judged)).toMatch(/are about[^]*The judge signed it on November 20, 2026\./);
    expect(told('read-me-first', {}, judged)).not.toMatch(/Bring to the court|How to file/);
    // A form of the court has boxes for one; the figures of a household are no company's.
    expect(told('filing-checklist', { incidentState: 'CA', ...owes }, { state: stateByCode('CA') })).toContain(
      'To sue Di Poe too, ask',
    );
    expect(told('fee-waiver', { userType: '2', businessName: 'Diaz LLC' })).toContain('a company has none of them');
  });

  // Written from rule 502.2(a) of the Texas Rules of Civil Procedure and rule 7.050 of the Florida Small Claims Rules.
  it.each(['FL', 'TX'])('files in %s a paper that holds what its rule lists', (code) => {
    const shown = textOf(
      paper(at(code, { phonenumber: '5125550142', defendantPhonenumber: '5125550199' }), 'statement-of-claim'),
    );
    const hidden = textOf(paper(at(code, { letterLeavesOut: ['phone'] }), 'statement-of-claim'));
    const { firstname = '', defendantFirstname = '', address = '', defendantAddress = '' } = aClaim();
    for (const text of [shown, hidden]) {
      for (const part of [firstname, defendantFirstname, address, defendantAddress])
        expect(text).toContain(part ?? '-');
      expect(text).toMatch(
        /you can file it as it is[^]*The facts[^]*Total asked, without costs[^]*asks the court to order/,
      );
    }
    expect(shown).toMatch(/512.{0,2}555.0142[\s\S]*512.{0,2}555.0199/);
    expect(hidden).toContain('Telephone: ____');
    expect(textOf(paper(at('AL'), 'statement-of-claim'))).toContain('Most courts have a form of their own');
  });
});
