/** One page before all others: this court, this sum, these copies, this day. What is behind each line follows it. */
import { boxes, heading, paragraph } from './blocks.ts';
import { formatDay } from '../dates/calendar-day.ts';
import { isFiled, isServed } from '../case/court-dates.ts';
import { courtDays } from '../jurisdictions/court-days.ts';
import { isConfirmed } from '../jurisdictions/fact.ts';
import { lawRows } from '../jurisdictions/law-rows.ts';
import { formatCents } from '../money/cents.ts';
import { isPaid, type CaseFile } from './case-file.ts';
import { COURT_RULES, courtRule, saysOf, type CourtRule } from './court-rules.ts';
import type { PaperBlock } from './paper.ts';

const ASK = 'Ask the clerk.';

const answer = (file: CaseFile, ...rules: readonly CourtRule[]): string =>
  rules.flatMap((rule) => saysOf(file, rule) || []).join(' ') || ASK;

function courtText(file: CaseFile): string {
  const { state } = file;
  // The court of a city may be another one than that of its state.
  const named = state && isConfirmed(state.court) ? [`${state.court.value}, ${state.name}.`, state.court.note] : [];
  // Further rules hold beside the one before them, and say when.
  const other = (['venue-several', 'venue-away'] as const).flatMap((rule) => {
    const says = saysOf(file, rule);
    return says ? [`${COURT_RULES[rule]}: ${says.charAt(0).toLowerCase()}${says.slice(1)}`] : [];
  });
  if (isFiled(file.court)) return [...named, 'It is named on what you filed.'].filter(Boolean).join(' ');
  const where = saysOf(file, 'venue') || (named.length > 0 ? 'Ask the clerk which one is yours.' : ASK);
  return [...named, where, ...other].filter(Boolean).join(' ');
}

/** Time by which the papers are handed over: a day where the hearing is known and a rule counts from it. */
function serviceText(file: CaseFile): string {
  const { court, state } = file;
  if (court?.servedDay) return `The other side got the papers on ${formatDay(court.servedDay)}, as you told us.`;
  const counted = court && state && courtDays(state.code, court).find(({ kind }) => kind === 'serve_by');
  const says = saysOf(file, 'serve-by');
  if (counted?.day) return `${formatDay(counted.day)} at the latest. ${says}`;
  return says || 'Ask the clerk for the last day, counted back from the hearing.';
}

function hearingText(file: CaseFile): string {
  const { court, madeOn } = file;
  const day = court?.hearingDay
    ? `${formatDay(court.hearingDay)}${court.hearingDay < madeOn ? ', which is over' : ''}.`
    : `The court sets the day. ${saysOf(file, 'first-day')}`.trim();
  return court?.caseNumber ? `${day} Case number ${court.caseNumber}.` : `${day} Write it on the page of your case.`;
}

type Line = readonly [label: string, says: string, ...behind: readonly CourtRule[]];

/** Lines of the page with the rules behind each; steps on the way to court that are done are left out. */
function linesOf(file: CaseFile): readonly Line[] {
  const { court } = file;
  const [ahead, over, judged] = [!isFiled(court) && !isPaid(file), isServed(court) || isPaid(file), court?.judgmentDay];
  const service = court?.servedDay ? 'Service' : 'By when';
  const lines: readonly (Line | false)[] = [
    ['Your court', courtText(file), ...(isFiled(court) ? [] : (['venue', 'venue-several', 'venue-away'] as const))],
    judged ? ['Decision', `The judge signed it on ${formatDay(judged)}.`] : false,
    ahead && ['How to file', answer(file, 'filing'), 'filing'],
    ahead && [`Fee for ${formatCents(file.askedCents)}`, answer(file, 'fee'), 'fee'],
    ahead && ['Copies', answer(file, 'copies'), 'copies'],
    !over && ['Who hands the papers over, and how', answer(file, 'server', 'service'), 'server', 'service'],
    !judged && !isPaid(file) && [service, serviceText(file), ...(over ? [] : (['serve-by'] as const))],
    (ahead || isFiled(court)) && [
      'Day in court',
      hearingText(file),
      ...(court?.hearingDay ? [] : (['first-day'] as const)),
    ],
  ];
  return lines.filter((line) => line !== false);
}

/** Texts behind the page; nothing where none was read. */
export function restsOn(file: CaseFile): string {
  const rules = linesOf(file).flatMap(([, , ...behind]) => behind);
  const texts = rules.flatMap((rule) => courtRule(file, rule)?.title.replace(/ \(as told.*/, '') ?? []);
  return texts.length > 0 ? ` Page 1 rests on: ${[...new Set(texts)].join('; ')}.` : '';
}

/** Which day's rules a packet follows: they may have been read again since it was printed. */
function rulesDay({ state }: CaseFile): PaperBlock[] {
  const days = state ? lawRows(state.code, 'procedure').map(({ read }) => read) : [];
  const last = days.toSorted().at(-1);
  if (!last) return [];
  const says = `This packet follows the rules of ${state?.nameInText ?? ''} as we had read them by ${formatDay(last)}.`;
  return [paragraph(`${says} If the clerk says otherwise, the clerk is right.`)];
}

export const toBring = ({ court }: CaseFile): readonly PaperBlock[] => [
  heading('Bring to the court'),
  boxes([
    isFiled(court)
      ? 'Your copy of the statement of claim, as it was filed'
      : 'The statement of claim, not yet signed, and its copies',
    'The demand letter and its proof of mailing',
    'Your exhibits, numbered',
    `An identity card with your photo${isFiled(court) ? '' : ', and the fee or the fee-waiver form'}`,
  ]),
];

/** The page in blocks, to be followed by the details on a page of their own. */
export const firstPage = (file: CaseFile): readonly PaperBlock[] => [
  {
    kind: 'table',
    columns: [{ header: 'In short', share: 0.24 }, { header: 'What we know' }],
    rows: linesOf(file).map(([label, says]) => [label, says]),
  },
  ...(file.court?.judgmentDay || isPaid(file) ? [] : toBring(file)),
  ...rulesDay(file),
];
