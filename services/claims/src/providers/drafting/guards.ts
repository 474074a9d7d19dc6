import { checkLetter } from '@redress/domain/letter';

/** What the model is given, and the only things its words may contain. */
export interface DraftingFacts {
  account: string;
  claimant: string;
  defendant: string;
  category: string;
  happenedOn: string;
  place: string;
  amount: string;
}

export type GuardReason = 'length' | 'number' | 'name' | 'citation' | 'contact' | 'threat' | 'markup';

const MIN_CHARACTERS = 40;
const MAX_CHARACTERS = 1800;
/** A rewriting is about as long as what it rewrites. */
const LONGER = 1.4;

const NUMBER = /\d+(?:[.,]\d+)*/g;
const CITATION = /§|\bU\.?S\.?C\b|\bC\.?F\.?R\b|\b(?:code|statute|section|act|rule|law|article)s?\b|\bv\.\s|\bvs\.\s/i;
const CONTACT = /https?:|www\.|@|\b[\w-]+\.(?:com|net|org)\b/i;
const MARKUP = /[<>{}]|\*\*|^#|^```/m;
/** Words that begin with a capital inside a sentence are names, and names must be known. */
const CAPITALISED = /(?<=[^.!?\s]\s+)\p{Lu}[\p{L}\p{M}'’.-]*/gu;
const KNOWN_WORDS = new Set(['I', "I'm", "I've", "I'd", "I'll", 'January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']); // prettier-ignore

const plain = (text: string): string => text.normalize('NFC').toLowerCase();
const bare = (number: string): string => number.replace(/,(?=\d{3})/g, '').replace(/\.00$/, '');

/**
 * Whether a proposed account of the facts says anything the claimant did not say.
 * @returns why it may not be used; `null` when it may
 */
export function guardProposal(proposal: string, facts: DraftingFacts): GuardReason | null {
  const longest = Math.min(MAX_CHARACTERS, facts.account.length * LONGER + 200);
  if (proposal.length < MIN_CHARACTERS || proposal.length > longest) return 'length';
  if (MARKUP.test(proposal)) return 'markup';
  if (CONTACT.test(proposal)) return 'contact';
  const given = Object.values(facts).join('\n');
  const numbers = new Set((given.match(NUMBER) ?? []).map(bare));
  if ((proposal.match(NUMBER) ?? []).some((number) => !numbers.has(bare(number)))) return 'number';
  // Law is cited from the table of the composer, never by the model; not even when the claimant mentioned some.
  if (CITATION.test(proposal)) return 'citation';
  const words = plain(given);
  const names = (proposal.match(CAPITALISED) ?? []).map((name) => name.replace(/(?:['’]s)?[.,]*$/u, ''));
  if (names.some((name) => !KNOWN_WORDS.has(name) && !words.includes(plain(name)))) return 'name';
  const warnings = checkLetter(proposal, {
    amountCents: 0,
    payBy: '2000-01-01',
    claimantName: facts.claimant,
    defendantName: facts.defendant,
  });
  return warnings.some(({ code }) => !code.startsWith('missing.')) ? 'threat' : null;
}
