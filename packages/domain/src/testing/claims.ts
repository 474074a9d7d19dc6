/** Claims for the tests of this package. */
import type { ClaimFormData } from '../claim/form-data.ts';

/** A complete claim: a person in Mobile, Alabama, against a person. */
export const aClaim = (over: ClaimFormData = {}): ClaimFormData => ({
  situation: 'debt-collection',
  disputing: ['unpaid-invoice'],
  amount: '1250.50',
  date: '2026-03-03',
  incidentAddress: '1 Main St',
  incidentCity: 'Mobile',
  incidentState: 'AL',
  incidentZipcode: '36602',
  userType: '1',
  firstname: 'Ana',
  lastname: 'Núñez',
  email: 'ana@example.com',
  phonenumber: '2515550100',
  address: '5 Oak Ave',
  apt: 'Apt 2',
  city: 'Mobile',
  country: 'AL',
  zipcode: '36602',
  whoUser: '1',
  defendantFirstname: 'Bo',
  defendantLastname: "O'Lee",
  defendantAddress: '2 Elm St',
  defendantCity: 'Mobile',
  defendantCountry: 'Alabama',
  defendantZipcode: '36602',
  claimDescription: 'I made a website for you. You use it but did not pay the invoice.',
  claimCalculation: 'Invoice 7 is for the whole amount.',
  paymentTypes: ['Check'],
  signature: 'data:image/png;base64,AA',
  selectedPackage: 'full-trial',
  packageTitle: 'Full Trial',
  ...over,
});

/** Flesch-Kincaid grade of English text, with syllables counted by groups of vowels. */
export function gradeOf(text: string): number {
  const sentences = text.split(/[.!?:\n]+/).filter((sentence) => /[a-z]/i.test(sentence));
  const words = text.match(/[A-Za-z][A-Za-z'-]*/g) ?? [];
  const syllables = words.reduce((sum, word) => {
    const bare = word.toLowerCase().replace(/(?:[^laeiouy]es|ed|[^laeiouy]e)$/, '');
    return sum + Math.max(1, (bare.match(/[aeiouy]{1,2}/g) ?? []).length);
  }, 0);
  return 0.39 * (words.length / Math.max(1, sentences.length)) + 11.8 * (syllables / Math.max(1, words.length)) - 15.59;
}
