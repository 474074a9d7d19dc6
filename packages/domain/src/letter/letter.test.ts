import { gradeOf } from '@redress/jest-config/reading.ts';
import fc from 'fast-check';
import { CATEGORIES } from '../categories/index.ts';
import type { ClaimFact } from '../facts/rows.ts';
import { sumFromItems } from '../facts/texts.ts';
import type { ClaimFormData, LetterTone } from '../claim/form-data.ts';
import { formatDay } from '../index.ts';
import { stateByCode } from '../jurisdictions/index.ts';
import { aClaim } from '../testing/claims.ts';
import { checkLetter, composeLetter, letterGaps, type LetterInput } from './index.ts';
import { fitsTwoPages, isAttached } from './fit.ts';
import { sentenceKey } from './gate/printable.ts';
import { sentencesOf } from './sentences.ts';
import { SUBJECTS } from './subjects.ts';

const letterOf = (over: ClaimFormData = {}, input: Partial<LetterInput> = {}) =>
  composeLetter({ data: aClaim(over), state: stateByCode('AL'), dates: { letterDay: '2026-11-20' }, ...input });
const partText = (letter: ReturnType<typeof letterOf>, id: string) => letter.parts.find((part) => part.id === id)?.text;

const matrix = CATEGORIES.flatMap(({ value }) =>
  (['1', '2'] as const).flatMap((userType) =>
    (['1', '2'] as const).map((whoUser) => [value, userType, whoUser] as const),
  ),
);

describe.each(matrix)('a %s letter (claimant %s, defendant %s)', (situation, userType, whoUser) => {
  const subcategories = CATEGORIES.find(({ value }) => value === situation)?.subcategories ?? [];
  const data: ClaimFormData = {
    situation,
    disputing: subcategories.slice(0, 1).map(({ value }) => value),
    userType,
    whoUser,
    businessName: 'Núñez Design LLC',
    defendantBusinessName: 'Lee & Sons, Inc.',
  };
  const letter = letterOf(data);
  const claimant = userType === '2' ? 'Núñez Design LLC' : 'Ana Núñez';
  const defendant = whoUser === '2' ? 'Lee & Sons, Inc.' : "Bo O'Lee";

  it('names both sides, the amount and the day to pay by', () => {
    expect(partText(letter, 'sender')?.split('\n')[0]).toBe(claimant);
    expect(partText(letter, 'recipient')?.split('\n')[0]).toBe(defendant);
    expect(partText(letter, 'salutation')).toBe(`Dear ${defendant},`);
    expect(partText(letter, 'subject')).toContain('$1,250.50');
    expect(partText(letter, 'opening')).toContain('$1,250.50');
    expect(partText(letter, 'opening')).toContain(formatDay(letter.payBy.payBy));
    expect(partText(letter, 'request')).toContain(formatDay(letter.payBy.payBy));
    expect(partText(letter, 'sum')).toContain('Total owed: $1,250.50');
  });

  it('holds every part a demand letter needs', () => {
    const ids = letter.parts.map(({ id }) => id);
    for (const id of [
      'date',
      'sender',
      'sender-email',
      'method',
      'recipient',
      'subject',
      'opening',
      'when',
      'facts',
      'calculation',
      'sum',
      'request',
      'way-1',
      'settle-full',
      'settle-parts',
      'settle-call',
      'settle-mediation',
      'settle-rights',
      'court',
      'keep-records',
      'closing',
      'signature',
      'service',
    ])
      expect(ids).toContain(id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('says what settles the matter, and that a part does not', () => {
    expect(partText(letter, 'settle-full')).toBe(
      `Payment in full by ${formatDay(letter.payBy.payBy)} settles this matter.`,
    );
    expect(partText(letter, 'settle-rights')).toMatch(
      /^A part payment does not settle the rest unless .* in writing\./,
    );
  });

  it('raises no warning of its own', () => {
    expect(
      checkLetter(letter.text, {
        amountCents: 125050,
        payBy: letter.payBy.payBy,
        claimantName: claimant,
        defendantName: defendant,
      }),
    ).toEqual([]);
  });

  it('speaks as one person or as a business', () => {
    const fixed = letter.parts
      // In the form for an answer the other side speaks.
      .filter(({ from, id }) => from.kind !== 'answer' && !id.startsWith('slip'))
      .map(({ text }) => text)
      .join(' ');
    expect(/\b(I|me|my|myself)\b/.test(fixed)).toBe(userType === '1');
    expect(/\b(we|us|our|ourselves)\b/i.test(fixed)).toBe(userType === '2');
  });

  it('uses no title and no word of outrage', () => {
    expect(letter.text).not.toMatch(/\b(Mr|Mrs|Ms|Miss|Esq|Sir|Madam)\b/);
    expect(letter.text).not.toMatch(/\b(final notice|immediately|demand that|outrageous)\b/i);
  });

  it('stays at grade 8 or below in its fixed sentences', () => {
    const fixed = letter.parts
      .filter(({ kind, id }) => kind === 'paragraph' && !['facts', 'calculation', 'court'].includes(id))
      .map(({ text }) => text);
    expect(gradeOf(fixed.join(' '))).toBeLessThanOrEqual(8);
  });
});

describe('wording', () => {
  it('has calm words for every category and subcategory', () => {
    for (const category of CATEGORIES) {
      expect(SUBJECTS[category.value]).toBeDefined();
      expect(Object.keys(SUBJECTS[category.value]?.subcategories ?? {}).sort()).toEqual(
        category.subcategories.map(({ value }) => value).sort(),
      );
    }
    for (const { subject, subcategories } of Object.values(SUBJECTS))
      for (const phrase of [subject, ...Object.values(subcategories)]) {
        expect(phrase).toBe(phrase.trim());
        expect(phrase).not.toMatch(/stolen|theft|thief|fraud|illegal|assault|[.!]|\//i);
      }
  });

  it('says the category when too much was ticked to name', () => {
    const all = CATEGORIES.find(({ value }) => value === 'auto-repair')?.subcategories.map(({ value }) => value) ?? [];
    expect(letterOf({ situation: 'auto-repair', disputing: all }).text).toMatch(/^Subject: .*: a car repair$/m);
  });

  it('changes only openings, verbs and closing with the tone', () => {
    const tones: LetterTone[] = ['plain', 'friendly', 'firm'];
    const [plain, friendly, firm] = tones.map((tone) => letterOf({ tone }));
    const stable = (letter: typeof plain) =>
      letter?.parts
        .filter(({ id }) => !['opening', 'request', 'before-closing', 'closing'].includes(id))
        .map(({ text }) => text);
    expect(stable(friendly)).toEqual(stable(plain));
    expect(stable(firm)).toEqual(stable(plain));
    expect(new Set([plain?.text, friendly?.text, firm?.text]).size).toBe(3);
    for (const letter of [plain, friendly, firm]) {
      expect(partText(letter as never, 'opening')).toContain('$1,250.50');
      expect(
        gradeOf(
          letter?.parts
            .filter(({ id }) => ['opening', 'request', 'before-closing'].includes(id))
            .map(({ text }) => text)
            .join(' ') ?? '',
        ),
      ).toBeLessThanOrEqual(8);
    }
  });

  it('takes the tone the claimant chose', () => {
    expect(letterOf({ tone: 'friendly' }).tone).toBe('friendly');
    expect(letterOf({ tone: null }).tone).toBe('plain');
  });
});

/** Every sentence of a text kept: nothing of class B or C is taken out. */
const keepingAll = (text: string) => ({
  claimDescription: text,
  sentenceChoices: sentencesOf(text).map((sentence) => ({ key: sentenceKey(sentence), choice: 'keep' as const })),
});

describe('answers', () => {
  it('keeps every character somebody wrote', () => {
    const description = "Zoë paid $& and $1 to 李雷 — \u201cOK\u201d. $$ $` ' 😀 e\u0301";
    const letter = letterOf({ ...keepingAll(description), firstname: 'Nguyễn', lastname: 'Đức-Ånström' });
    expect(letter.text).toContain(description);
    expect(letter.text).toContain('Nguyễn Đức-Ånström');
  });

  it('holds any text unchanged, and no text can change what surrounds it', () => {
    const plain = letterOf();
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 500, unit: 'binary' }), (text) => {
        const written = text.replace(/\r\n?/g, '\n').trim();
        fc.pre(written !== '');
        const letter = letterOf(keepingAll(text));
        expect(partText(letter, 'facts')).toBe(written);
        const rest = (of: typeof letter) => of.parts.filter(({ id }) => id !== 'facts');
        expect(rest(letter)).toEqual(rest(plain));
      }),
    );
  });

  it('says what to do when no way to pay was given', () => {
    expect(partText(letterOf({ paymentTypes: [] }), 'ways-none')).toBe(
      'Please contact me at ana@example.com or (251) 555-0100 to agree how to pay.',
    );
    const quiet = letterOf({ paymentTypes: null, email: '', phonenumber: '' });
    expect(partText(quiet, 'ways-none')).toContain('at the address at the top of this letter');
    expect(quiet.parts.some(({ id }) => id === 'settle-call' || id === 'sender-email')).toBe(false);
  });

  it('lists each way to pay', () => {
    const letter = letterOf({
      venmo: '@ana',
      cashapp: '$ana',
      zelle: 'ana@example.com',
      paymentTypes: ["Cashier's Check", 'Cash'],
    });
    expect(letter.parts.filter(({ id }) => id.startsWith('way-')).map(({ text }) => text)).toEqual([
      '- Venmo: @ana',
      '- Cash App: $ana',
      '- Zelle: ana@example.com',
      "- Cashier's Check, payable to Ana Núñez, sent to the address at the top of this letter",
      '- Cash: write to me first to agree a time and place; you will get a receipt',
    ]);
  });

  it('moves a long story whole to an attachment and opens with whole sentences of it', () => {
    const story = 'This was a sentence of the story that I told. '.repeat(60).trim();
    const letter = letterOf({ claimDescription: story });
    expect(partText(letter, 'attachment')).toBe(story);
    const start = partText(letter, 'facts') ?? '';
    expect(start.length).toBeLessThan(710);
    expect(story.startsWith(start)).toBe(true);
    expect(start.endsWith('.')).toBe(true);
    expect(letterOf().parts.some(({ id }) => id === 'attachment')).toBe(false);
  });

  it('shows items and credits that add up, once, and none that do not', () => {
    const sumItems = [
      { id: 'a', label: 'Invoice 7', cents: 150050, measured: 'the price agreed' },
      { id: 'b', label: 'Paid', cents: 25000, isCredit: true, day: '2026-05-02' },
    ];
    const letter = letterOf({ sumItems, claimCalculation: sumFromItems('As agreed.', sumItems) });
    expect(partText(letter, 'sum')).toBe(
      'Invoice 7 (the price agreed): $1,500.50\nPaid (May 2, 2026): -$250.00\nTotal owed: $1,250.50',
    );
    expect(partText(letter, 'calculation')).toBe('As agreed.');
    expect(partText(letterOf({ sumItems: sumItems.slice(1) }), 'sum')).toBe('Total owed: $1,250.50');
  });

  it('attaches more items than two pages hold, and names as many proofs as can be read', () => {
    const sumItems = Array.from({ length: 40 }, (_, index) => ({
      id: `i${index}`,
      label: `Rent, month ${index}`,
      cents: 5_000,
      isCredit: index > 35,
      day: '2026-05-02',
    }));
    const facts = sumItems.map(({ id }): ClaimFact => ({ id, who: 'them', what: 'paid late', proof: 'message' }));
    const letter = letterOf({ sumItems, facts, amount: '1600' });
    const credits = 'Credits and part payments, as attached: -$200.00';
    expect(partText(letter, 'sum')).toBe(`Items, as attached: $1,800.00\n${credits}\nTotal owed: $1,600.00`);
    expect(partText(letter, 'attachment-sum')?.split('\n')).toHaveLength(40);
    expect(partText(letter, 'proofs')).toBe('I have proof of this: 40 messages.');
    expect(fitsTwoPages(letter.parts.filter((part) => !isAttached(part)))).toBe(true);
  });

  it('tells dated facts in their order, what proves them, and an answer that the claimant wants in it', () => {
    const facts: ClaimFact[] = [
      { id: 'b', who: 'them', what: 'used it', day: '2026-02', dayIs: 'about', proof: 'photo' },
      { id: 'a', who: 'me', what: 'made a website for you', day: '2026-01-05', dayIs: 'exact', proof: 'invoice' },
    ];
    const objections = [
      { id: 'o', says: 'It was a gift.', answer: 'We agreed on the price in writing.', inLetter: true },
      { id: 'p', says: 'I paid.', answer: 'You did not.', inLetter: false },
    ];
    const letter = letterOf({ facts, objections, claimDescription: 'You did not pay the invoice.' });
    expect(partText(letter, 'facts')).toBe(
      'You did not pay the invoice.\nOn January 5, 2026, I made a website for you.\nIn about February 2026, you used it.',
    );
    expect(partText(letter, 'proofs')).toBe(
      'I have proof of this: an invoice of January 5, 2026; a photo of about February 2026.',
    );
    expect(letter.text).toContain('You may say: “It was a gift.” We agreed on the price in writing.');
    expect(letter.text).not.toContain('I paid.');
  });

  it('names interest that was agreed with its clause, by the day, and only when it is asked for', () => {
    const agreedInterest = { percent: '7.3', clause: 'section 4 of the contract', from: '2026-03-03' };
    const said =
      'Interest of 7.3% a year was agreed (section 4 of the contract). It counts from March 3, 2026 and is $0.2501 a day. It is not part of the total.';
    expect(partText(letterOf({ agreedInterest, interestChoice: 'ask' }), 'agreed-interest')).toBe(said);
    expect(letterOf({ agreedInterest, interestChoice: 'ask' }).text).not.toContain('rate set by law');
    expect(letterOf({ agreedInterest }).text).not.toContain('7.3%');
  });

  it('names those who get the same letter', () => {
    const letter = letterOf({ recipients: [{ name: 'Cy Poe' }, { name: ' ' }] });
    expect(partText(letter, 'copies')).toBe('cc: Cy Poe');
  });

  it('tells no day twice, and says of nothing that it began after what the rows tell', () => {
    const when = (over: ClaimFormData, ...days: string[]) =>
      partText(
        letterOf({ ...over, facts: days.map((day, at) => ({ id: `${at}`, day, who: 'me', what: 'paid you' })) }),
        'when',
      );
    expect(when({}, '2026-02-01')).toBe('This began in Mobile, Alabama.');
    expect(when({}, '2026-03', '2026')).toBe('This began on March 3, 2026 in Mobile, Alabama.');
    expect(when({}, '2026-04-01')).toBe('This began on March 3, 2026 in Mobile, Alabama.');
    expect(when({ situation: 'damaged-property' }, '2026-02-01')).toBe(
      'This happened on March 3, 2026 in Mobile, Alabama.',
    );
    expect(when({ situation: 'damaged-property' }, '2026-02-01', '2026-03-03')).toBe(
      'This happened in Mobile, Alabama.',
    );
  });

  it('is written by both of two people who sign it, and names one way to pay as one', () => {
    const facts: ClaimFact[] = [{ id: 'a', who: 'me', what: 'lent you $500' }];
    for (const firstname of ['Maria and José', 'Ana & Luis']) {
      const { text } = letterOf({ firstname, facts, claimDescription: 'We wrote twice.', paymentTypes: ['Check'] });
      expect(text.replace(/A form for your answer[^]*/, '')).not.toMatch(/\b(?:I|me|my|myself)\b/);
      expect(text).toMatch(
        /We are writing[^]*We lent you \$500[^]*You can pay in this way:\n- Check[^]*acting for ourselves/,
      );
    }
    expect(letterOf({ firstname: 'Sandy', lastname: 'Anders' }).text).toContain('I am writing');
  });

  it('names every gap and writes no letter over one', () => {
    expect(letterGaps(aClaim())).toEqual([]);
    expect(letterGaps(aClaim({ amount: '', defendantCity: ' ', whoUser: '2' }))).toEqual([
      'amount',
      'defendantBusinessName',
      'defendantCity',
    ]);
    expect(() => letterOf({ date: '2026-02-30' })).toThrow(/date/);
  });
});

describe('goods that are kept', () => {
  const kept: ClaimFormData = { situation: 'stolen-property', disputing: ['kept-after-loan'] };

  it.each(['plain', 'friendly', 'firm'] as const)('are asked back, or their value, in a %s letter', (tone) => {
    const letter = letterOf({ ...kept, tone });
    for (const id of ['opening', 'request']) {
      expect(partText(letter, id)).toMatch(/[Rr]eturn(?:ed)? the property/);
      expect(partText(letter, id)).toMatch(id === 'opening' ? /\$1,250\.50/ : /this amount/);
      expect(partText(letter, id)).toContain(formatDay(letter.payBy.payBy));
    }
    expect(partText(letter, 'settle-goods')).toMatch(/what is then left to pay/);
    expect(partText(letter, 'court')).toContain('If I do not receive the property, the payment or an answer by');
    expect(partText(letter, 'court-ask')).toMatch(
      /ask for the property or this amount in its place, and for court costs/,
    );
  });

  it('are spoken of in no other letter', () => {
    for (const { value, subcategories } of CATEGORIES)
      for (const sub of subcategories.filter(({ value: name }) => name === 'unpaid-invoice' || name === 'dog-bite'))
        expect(letterOf({ situation: value, disputing: [sub.value] }).text).not.toMatch(/the property/);
  });
});
