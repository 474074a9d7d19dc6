import { sentencesOf, unplain } from '@redress/copy/testing';
import { catalogues } from './index.ts';

it('says case, letter and mail in mails, answers and papers', () => {
  const statement =
    'Small Claims and Full Trial add papers for {court}: statement of claim, timeline, damages, evidence list, filing checklist and service instructions.';
  // "Statement of claim" is what courts call the paper.
  expect(unplain(catalogues('en').flatMap(sentencesOf), [statement])).toEqual([]);
});
