import { LEDGER, readQuestion, writeQuestion } from './question.ts';

it('keeps a search in the address, and nothing that is no search', () => {
  const question = { ...readQuestion(null), who: 'Ann & Bo', text: '50%_', before: '12' };
  expect(readQuestion(writeQuestion(question))).toEqual(question);
  expect(writeQuestion(readQuestion('before=x&other=1'))).toBe(LEDGER);
});
