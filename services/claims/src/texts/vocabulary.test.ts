import { sentencesOf, unplain } from '@redress/copy/testing';
import { hardestOf } from '@redress/jest-config/reading.ts';
import { catalogues } from './index.ts';

const statement =
  'Small Claims and Full Trial add papers for {court}: statement of claim, timeline, damages, evidence list, filing checklist and service instructions.';

it('says case, letter and mail in mails, answers and papers', () => {
  // "Statement of claim" is what courts call the paper.
  expect(unplain(catalogues('en').flatMap(sentencesOf), [statement])).toEqual([]);
});

it('needs eight years of school at most in every sentence of ten words', () => {
  const hard = hardestOf(catalogues('en').flatMap(sentencesOf)).filter(({ grade }) => grade > 8);
  // The names of papers, and a declaration that the specification quotes.
  const allowed = (sentence: string) => statement.includes(sentence) || sentence.startsWith('I declare under ');
  expect(hard.filter(({ sentence }) => !allowed(sentence))).toEqual([]);
});
