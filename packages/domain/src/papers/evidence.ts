/** Timeline and evidence index. */
import { boxes, DAY_SHARE, heading, paragraph } from './blocks.ts';
import { evidenceFor } from '../categories/index.ts';
import { formatDay } from '../dates/calendar-day.ts';
import { dayOf, dayText } from '../facts/days.ts';
import { formatCents } from '../money/cents.ts';
import { ownWordsNote, type CaseFile } from './case-file.ts';
import { PAPER_ANSWERS, PAPER_OUTCOMES, type PaperBlock } from './paper.ts';

interface Event {
  /** Compares as text; of a fact without a day that of the one before it. */
  day: string;
  /** How the day is told. */
  text?: string;
  what: string;
  exhibit: string;
  /** Told by the claimant. */
  isRow?: boolean;
  /** Reported by the claimant after the letter; a paper for the court says so. */
  isReported?: boolean;
}

export function timelineEvents(file: CaseFile): readonly Event[] {
  const { letter, happenedOn, subject, exhibits } = file;
  const numberOf = (index: number) => (index >= 0 ? String(index + 1) : '');
  const mail = exhibits.findIndex(({ title }) => title.startsWith('Certified Mail record'));
  const events: Event[] = [];
  let last = '';
  for (const { fact, event, exhibit } of file.facts) {
    last = dayOf(fact)?.sorts ?? last;
    const isUndone = fact.happened === false;
    events.push({
      day: last,
      text: dayText(fact) || (isUndone ? 'Not done' : 'Day not known'),
      what: event,
      exhibit,
      isRow: true,
    });
  }
  if (happenedOn && file.facts.length === 0)
    events.push({ day: happenedOn, text: file.happenedText, what: `The date of this claim: ${subject}`, exhibit: '' });
  exhibits.forEach((exhibit, index) => {
    const isTold =
      (letter && (index === 0 || index === mail)) || file.facts.some((fact) => fact.exhibit === numberOf(index));
    if (exhibit.date && !isTold) events.push({ day: exhibit.date, what: exhibit.title, exhibit: numberOf(index) });
  });
  if (letter) {
    events.push({ day: letter.letterDay, what: 'Demand letter written', exhibit: '1' });
    const { mailedOn, deliveredOn, outcome } = letter;
    const ended = outcome ? PAPER_OUTCOMES[outcome.state].what : '';
    for (const [day, what] of [
      [mailedOn, 'sent by Certified Mail'],
      [deliveredOn, 'delivered'],
      [outcome?.day, ended],
    ] as const)
      if (day) events.push({ day, what: `Demand letter ${what}`, exhibit: numberOf(mail) });
    events.push({ day: letter.payBy, what: 'Last day to pay named in the letter', exhibit: '1' });
  }
  for (const { day, cents } of file.after.payments)
    events.push({ day, what: `${formatCents(cents)} received`, exhibit: '', isReported: true });
  for (const { day, kind } of file.after.answers)
    events.push({ day, what: PAPER_ANSWERS[kind], exhibit: '', isReported: true });
  return events.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
}

export function timeline(file: CaseFile): readonly PaperBlock[] {
  const rows = timelineEvents(file).map(({ day, text, what, exhibit, isReported }) => [
    text ?? formatDay(day),
    isReported ? `${what}, as the claimant reports` : what,
    exhibit,
  ]);
  const empty = ['', '', ''];
  return [
    paragraph(
      file.facts.length > 0
        ? 'Check each day against your papers. A day you are not sure of says “about”.'
        : 'Add what happened in between: what was agreed, what was paid, when you asked for the money. One event on each line.',
    ),
    ...ownWordsNote(file),
    {
      kind: 'table',
      columns: [{ header: 'Date', share: 0.24 }, { header: 'What happened' }, { header: 'Exhibit', share: 0.12 }],
      rows: file.facts.length > 0 ? rows : [...rows, empty, empty, empty, empty, empty],
    },
  ];
}

export function evidenceIndex(file: CaseFile): readonly PaperBlock[] {
  const { data, exhibits, facts } = file;
  // Blank lines are for what nobody was asked about.
  const isAnswered =
    exhibits.length > 0 && facts.length > 0 && facts.every(({ fact, exhibit }) => exhibit || fact.proof);
  const rows = exhibits.map((exhibit, index) => [
    String(index + 1),
    exhibit.title,
    exhibit.date ? formatDay(exhibit.date) : '',
    exhibit.madeBy ?? '',
    exhibit.proves ?? '',
    exhibit.pages ? String(exhibit.pages) : '',
  ]);
  const empties = [1, 2, 3, 4].map((more) => [String(exhibits.length + more), '', '', '', '', '']);
  return [
    paragraph('Give each exhibit a number and write the number on each of its pages. Say in one line what it shows.'),
    ...ownWordsNote({ ...file, facts: facts.filter(({ exhibit }) => exhibit) }),
    {
      kind: 'table',
      columns: [
        { header: 'No.', share: 0.06 },
        { header: 'Title', share: 0.24 },
        { header: 'Date', share: DAY_SHARE },
        { header: 'Made by', share: 0.13 },
        { header: 'What it shows' },
        { header: 'Pages', share: 0.08 },
      ],
      rows: isAnswered || facts.some(({ exhibit }) => exhibit) ? rows : [...rows, ...empties],
    },
    heading('What often helps in a claim like this'),
    boxes(evidenceFor(data.situation, data.disputing)),
    heading('Originals and copies'),
    boxes([
      'Keep the originals. Bring them to the hearing.',
      'Make three sets of copies: for the judge, for the other side, and for you.',
      'Print messages with names, dates and times on each page.',
      'Ask the clerk how to show video or play sound.',
      'Black out account numbers and Social Security numbers in all copies.',
    ]),
  ];
}
