/** The last page of a letter: a form on which the other side can answer by hand. */
import { leavesOut, type ClaimFormData, type Party } from '../claim/form-data.ts';
import { addressLines } from './address.ts';
import type { LetterPart, PartKind, Provenance } from './letter.ts';
import { payLinks } from './payment-ways.ts';
import { isAboutKeptGoods } from './subjects.ts';
import { SERVICE_NAME } from './wording.ts';

/** Room for words of a hand; a line that is nothing but this runs over the whole width. */
const blank = (length: number): string => '_'.repeat(length);
const LINE = blank(60);

interface SlipFacts {
  readonly data: ClaimFormData;
  readonly claimant: Party;
  readonly defendant: Party;
  readonly amount: string;
  readonly subject: string;
}

export const isSlip = ({ id }: Pick<LetterPart, 'id'>): boolean => id.startsWith('slip');

/** Its answers, each behind a box. The other side speaks: "I" is the reader. */
const choices = ({ data, defendant, amount }: SlipFacts): readonly string[] => [
  `☐ I pay the full sum of ${amount}.`,
  ...(isAboutKeptGoods(data) ? ['☐ I return the property.'] : []),
  `☐ I pay $${blank(10)} now and $${blank(10)} each ${blank(12)} from ${blank(16)}.`,
  '☐ I dispute this because:',
  LINE,
  LINE,
  LINE,
  `☐ I am not ${defendant.name}: you have the wrong person or address.`,
];

/** @returns no parts where the claimant leaves the form out */
export function slipParts(facts: SlipFacts): readonly LetterPart[] {
  const { data, claimant, subject } = facts;
  if (leavesOut(data, 'slip')) return [];
  const fixed: Provenance = { kind: 'fixed', ref: 'slip' };
  const answer = (ref: keyof ClaimFormData): Provenance => ({ kind: 'answer', ref });
  const part = (id: string, kind: PartKind, text: string, from = fixed, joins: LetterPart['joins'] = 'block') =>
    text ? [{ id: `slip-${id}`, kind, text, from, joins }] : [];
  const links = payLinks(data);
  const to = [claimant.name, claimant.careOf ?? '', ...addressLines(claimant.place)].filter(Boolean);
  return [
    ...part('heading', 'heading', 'A form for your answer'),
    ...part(
      'use',
      'paragraph',
      'You do not have to use this form: you can answer in any other way. If you use it, tick what is true, sign it and keep a copy.',
    ),
    ...part('about', 'paragraph', `About the letter of ${claimant.name}: ${subject}`, answer('situation')),
    ...part('choices', 'form', choices(facts).join('\n')),
    ...part('signed', 'form', ['Name', 'Signature', 'Day'].map((label) => `${label}: ${LINE}`).join('\n')),
    ...part(
      'to',
      'paragraph',
      ['Send it to:', ...to].join('\n'),
      answer(claimant.isBusiness ? 'businessName' : 'firstname'),
    ),
    ...part('email', 'paragraph', claimant.email && `or by e-mail to ${claimant.email}`, answer('email'), 'line'),
    ...(links.length === 0
      ? []
      : [
          ...part('pay', 'paragraph', `To pay ${claimant.name} directly (no money goes through ${SERVICE_NAME}):`),
          ...links.flatMap(({ field, text }, index) =>
            part(`pay-${index + 1}`, 'list', `- ${text}`, answer(field), 'line'),
          ),
        ]),
  ];
}
