import { gradeOf, hardestOf } from '@redress/jest-config/reading.ts';
import { sentencesOf, unplain } from './testing/index.ts';

const AREAS =
  'account auth checkout common controls errors forms generating guide help legal letter-gate letters preview printed-letter rows shell status validation wizard wizard-claim';

/** Quoted by the specification, which keeps its words (ruling 28); the last is what a court calls its page. */
const ALLOWED = [
  'Claim Type', 'Claim Details', 'Who are you filing this claim as?', 'Who are you filing this claim against?',
  "I'm filing this claim against an individual.", "I'm filing this claim against a business.",
  'Please select who you are filing this claim against!', 'Please explain how you calculated the claim amount before continuing!',
  'My Active Sessions', 'Start New Sessions', 'No active sessions found.', 'Demand Identifier',
  'Invalid original session', 'Invalid session ID format', '✗ Critical error: Form session ID is missing.',
  'England and Wales: make a court claim for money',
]; // prettier-ignore

const areas = Promise.all(
  AREAS.split(' ').map(async (area) => sentencesOf({ ...((await import(`./${area}/en.ts`)) as object) })),
);
const said = areas.then((texts) => texts.flat());

/** Beginnings that the specification quotes, above grade 8. */
const HARD = ['Please explain how you calculated the claim amount before continuing!', 'I declare under '];

it('says case, letter and mail in our own sentences', async () => {
  expect(unplain(await said, ALLOWED)).toEqual([]);
});

it('allows no sentence that nobody says', async () => {
  const sentences = await said;
  expect(ALLOWED.filter((words) => !sentences.some((sentence) => sentence.startsWith(words)))).toEqual([]);
});

it('needs eight years of school at most, in every area and in every sentence of ten words', async () => {
  for (const texts of await areas) expect(gradeOf(texts.join('\n'))).toBeLessThan(8);
  const hard = hardestOf(await said).filter(({ grade }) => grade > 8);
  expect(hard.filter(({ sentence }) => !HARD.some((words) => sentence.startsWith(words)))).toEqual([]);
});
