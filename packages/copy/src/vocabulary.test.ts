import * as account from './account/en.ts';
import * as auth from './auth/en.ts';
import * as checkout from './checkout/en.ts';
import * as common from './common/en.ts';
import * as errors from './errors/en.ts';
import * as forms from './forms/en.ts';
import * as guide from './guide/en.ts';
import * as help from './help/en.ts';
import * as legal from './legal/en.ts';
import * as letterGate from './letter-gate/en.ts';
import * as letters from './letters/en.ts';
import * as preview from './preview/en.ts';
import * as printedLetter from './printed-letter/en.ts';
import * as rows from './rows/en.ts';
import * as shell from './shell/en.ts';
import * as status from './status/en.ts';
import { sentencesOf, unplain } from './testing/index.ts';
import * as validation from './validation/en.ts';
import * as wizardClaim from './wizard-claim/en.ts';
import * as wizard from './wizard/en.ts';

const AREAS = {
  account,
  auth,
  checkout,
  common,
  errors,
  forms,
  guide,
  help,
  legal,
  letterGate,
  letters,
  preview,
  printedLetter,
  rows,
  shell,
  status,
  validation,
  wizard,
  wizardClaim,
};

/** Quoted by the specification, which keeps its words (ruling 28). */
const QUOTED = [
  'Claim Type',
  'Claim Details',
  'Who are you filing this claim as?',
  'Who are you filing this claim against?',
  "I'm filing this claim against an individual.",
  "I'm filing this claim against a business.",
  'Please select who you are filing this claim against!',
  'Please explain how you calculated the claim amount before continuing!',
  'My Active Sessions',
  'Start New Sessions',
  'No active sessions found.',
  ...sentencesOf(account.en.sessions.showing),
  'Invalid original session',
  'Invalid session ID format',
  '✗ Critical error: Form session ID is missing. Please restart the process.',
  'Demand Identifier',
];
/** Names of courts' own pages and forms. */
const LAW = ['England and Wales: make a court claim for money'];

it.each(Object.entries(AREAS))('%s says case, letter and mail in our own sentences', (_area, { ...texts }) => {
  expect(unplain(sentencesOf(texts), [...QUOTED, ...LAW])).toEqual([]);
});

it('allows no sentence that nobody says', () => {
  const said = sentencesOf(Object.values(AREAS).map((area) => ({ ...area })));
  expect([...QUOTED, ...LAW].filter((words) => !said.some((sentence) => sentence.startsWith(words)))).toEqual([]);
});
