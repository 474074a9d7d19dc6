/** Hearing script and rehearsal, for the full-trial package. */
import { findCategory, objectionsTo } from '../categories/index.ts';
import { formatDay } from '../dates/calendar-day.ts';
import { itemLine } from '../facts/sums.ts';
import { ownCalculation } from '../facts/texts.ts';
import { cityAndState } from '../letter/address.ts';
import { voiceOf, inner } from '../letter/wording.ts';
import { formatCents } from '../money/cents.ts';
import { storySentences, type CaseFile } from './case-file.ts';
import { timelineEvents } from './evidence.ts';
import type { PaperBlock } from './paper.ts';

const JUDGE_QUESTIONS = [
  'What do you ask for, and how did you calculate it?',
  'When did this happen, and what did you do next?',
  'What did the other side say when you asked for the money?',
  'Have you been paid anything so far, by them or by insurance?',
  'What shows that?',
] as const;

const opening = (file: CaseFile): string => {
  const voice = voiceOf(file.claimant.isBusiness);
  const who = file.claimant.isBusiness
    ? `My name is ${file.claimant.personName}. I speak for ${file.claimant.name}.`
    : `My name is ${file.claimant.name}.`;
  return `Good morning. ${who} ${voice.I} ask for ${formatCents(file.askedCents)} from ${file.defendant.name} because of ${file.subject}.`;
};

const asking = (file: CaseFile): string =>
  `For these reasons ${inner(voiceOf(file.claimant.isBusiness))} ask the court to order ${file.defendant.name} to pay ${formatCents(file.askedCents)} and the court costs. Thank you.`;

/** What happened as it is said aloud; the claimant's own account as it was written, for them to put in spoken words. */
function toldStory({ data, defendant, facts }: CaseFile): PaperBlock[] {
  const own = storySentences(data);
  const spoken = facts.map(({ spoken: text, exhibit }) => (exhibit ? `${text} (Exhibit ${exhibit})` : text));
  return [
    ...(spoken.length > 0 ? [{ kind: 'list' as const, mark: 'number' as const, items: spoken }] : []),
    ...(own.length > 0
      ? [
          {
            kind: 'paragraph' as const,
            text: `What you wrote in the letter follows. Where it says “you”, say “${defendant.name}” to the judge.`,
          },
          { kind: 'list' as const, mark: 'bullet' as const, items: own.map((sentence) => `“${sentence}”`) },
        ]
      : []),
  ];
}

export function hearingScript(file: CaseFile): readonly PaperBlock[] {
  const { data, letter } = file;
  const happenedOn = file.facts.length === 0 && file.happenedOn;
  const answered = (data.objections ?? []).filter(({ says }) => says?.trim());
  const usual = objectionsTo(data.situation);
  const readyFor = (says: string | null | undefined) => usual.find((each) => each.says === says?.trim())?.ready ?? '';
  const others = usual
    .filter(({ says }) => !answered.some((each) => each.says?.trim() === says))
    .map(({ says, ready }) => [`“${says}”`, ready]);
  const ownSum = ownCalculation(data).trim();
  const events = timelineEvents(file).map(
    ({ day, text, what, exhibit }) => `${text ?? formatDay(day)}: ${what}${exhibit ? ` (Exhibit ${exhibit})` : ''}`,
  );
  return [
    { kind: 'title', text: 'Hearing Script', lead: file.caseName },
    { kind: 'note', text: 'Say it in your own words. Look at the judge. Stop when the judge speaks.' },
    { kind: 'heading', level: 1, text: 'Opening (30 seconds)' },
    { kind: 'paragraph', text: opening(file) },
    { kind: 'heading', level: 1, text: 'Your story (2 minutes)' },
    ...(happenedOn
      ? [
          {
            kind: 'paragraph' as const,
            text: `Start with the day and the place: ${file.happenedText}, ${cityAndState(file.place)}.`,
          },
        ]
      : []),
    ...toldStory(file),
    { kind: 'paragraph', text: 'Name the exhibit each time you speak of one, and wait until the judge has found it.' },
    { kind: 'heading', level: 1, text: 'Dates to have at hand' },
    { kind: 'list', mark: 'bullet', items: events },
    { kind: 'heading', level: 1, text: 'The sum (30 seconds)' },
    { kind: 'paragraph', text: `The sum is ${formatCents(file.askedCents)}.` },
    ...(file.items.length > 0
      ? [{ kind: 'list' as const, mark: 'bullet' as const, items: file.items.map(itemLine) }]
      : []),
    ...(ownSum ? [{ kind: 'paragraph' as const, text: ownSum }] : []),
    ...(letter
      ? [
          {
            kind: 'paragraph' as const,
            text: `The letter of ${formatDay(letter.letterDay)} asked for payment by ${formatDay(letter.payBy)}. It is Exhibit 1.`,
          },
        ]
      : []),
    { kind: 'heading', level: 1, text: 'What the other side may say' },
    {
      kind: 'table',
      columns: [{ header: 'They say', share: 0.36 }, { header: 'Have ready' }],
      rows: [...answered.map(({ says, answer }) => [`“${says?.trim()}”`, answer?.trim() || readyFor(says)]), ...others],
    },
    { kind: 'heading', level: 1, text: 'Closing' },
    { kind: 'paragraph', text: asking(file) },
    { kind: 'heading', level: 1, text: 'Bring' },
    {
      kind: 'list',
      mark: 'box',
      items: [
        'Three sets of your papers: for the judge, for the other side, for you',
        'The originals',
        'Your witnesses, or their statements if the court takes them',
        'A pen and paper',
      ],
    },
    { kind: 'heading', level: 1, text: 'At the hearing' },
    {
      kind: 'list',
      mark: 'bullet',
      items: [
        'Come early. Turn off your phone.',
        'Speak to the judge, not to the other side.',
        'Do not interrupt. Write down what you want to answer.',
        'If you do not know, say so.',
        'If you are asked to settle in the hallway, you may say yes or no. Put what you agree in writing.',
        'If the other side does not come, ask the judge what happens now. Have your proof of service ready.',
      ],
    },
    { kind: 'heading', level: 1, text: 'Some days before' },
    {
      kind: 'list',
      mark: 'box',
      items: [
        'For a hearing by phone or video: try the link, the sound and the camera, and ask how to hand in exhibits.',
        'If you need an interpreter, ask the clerk now.',
        'If you need help to hear, see, move or take breaks, ask the clerk now.',
      ],
    },
  ];
}

export function hearingRehearsal(file: CaseFile): readonly PaperBlock[] {
  const questions = [...(findCategory(file.data.situation)?.keyQuestions ?? []), ...JUDGE_QUESTIONS];
  return [
    { kind: 'title', text: 'Hearing Rehearsal', lead: file.caseName },
    {
      kind: 'paragraph',
      text: 'Practice aloud three times: once alone, once with a clock, once before somebody who plays the judge.',
    },
    { kind: 'heading', level: 1, text: 'The clock' },
    {
      kind: 'table',
      columns: [{ header: 'From', share: 0.15 }, { header: 'To', share: 0.15 }, { header: 'What you do' }],
      rows: [
        ['0:00', '0:30', 'Say who you are, what you ask for and from whom'],
        ['0:30', '2:30', 'Tell the story in the order of time, with exhibit numbers'],
        ['2:30', '3:00', 'Explain the sum, line by line'],
        ['3:00', '3:30', 'Answer what the other side is likely to say'],
        ['3:30', '4:00', 'Ask for the sum and stop'],
      ],
    },
    { kind: 'heading', level: 1, text: 'Questions to practice' },
    { kind: 'paragraph', text: 'Write a short answer to each. One or two sentences are enough.' },
    ...questions.flatMap((question): PaperBlock[] => [
      { kind: 'paragraph', text: question },
      { kind: 'blanks', labels: ['Answer', 'Exhibit'] },
    ]),
    { kind: 'heading', level: 1, text: 'Afterward' },
    {
      kind: 'list',
      mark: 'box',
      items: [
        'I stayed within four minutes.',
        'I named each exhibit.',
        'I said the sum twice.',
        'I did not speak of what I cannot show.',
        'I stayed calm when I was interrupted.',
      ],
    },
  ];
}
