import { queryError } from '@redress/api-client';
import type { CaseFile } from '@redress/contracts';
import { dateAndTime, longDay } from '@redress/copy/format';
import { letters } from '@redress/copy/letters';
import { formatDollars } from '@redress/domain';
import { AppLink, useDocumentTitle } from '@redress/mf-runtime';
import { Card, Disclosure, EmptyState, Facts, LoadError, PageHeading, Skeleton, Stack } from '@redress/ui';
import { Timeline } from '@redress/ui/letter';
import { useFocusKept } from '@redress/ui/use-focus-kept';
import { useEffect, useState, type ComponentProps } from 'react';
import { useLocation } from 'react-router-dom';
import { ProofOfMailing } from '../../shared/proof-of-mailing.tsx';
import shared from '../../shared/screen.module.css';
import styles from './case.module.css';
import { useCaseQuery } from './case.api.ts';
import { AfterJudgment } from './after-judgment.tsx';
import { FeeFigures } from './fee-figures.tsx';
import { Ledger } from './ledger.tsx';
import { CaseCalendar } from './case-calendar.tsx';
import { Answers } from './answers.tsx';
import { CourtDates, courtDayName } from './court-dates.tsx';
import { CasePapers } from './case-papers.tsx';
import { foldOlder } from './fold-older.ts';
import { NextStep } from './next-step.tsx';
import { ReportForm } from './report-form.tsx';
import { FurtherLetters } from './further-letter.tsx';

/**
 * /case/:id: one claim from its first answer to the money. A page of the letters, because nearly all that stands on it is
 * theirs: the mailing, its proof, the papers and the day to pay by; a remote of its own would fetch the same calls again.
 */
export function CasePage() {
  const id = /\/([0-9a-f]{24})\/?$/.exec(useLocation().pathname)?.[1] ?? '';
  const { data, error, isFetching, refetch } = useCaseQuery(
    { form_session_id: id },
    { skip: id === '', refetchOnMountOrArgChange: true },
  );
  // Another tab may have reported, and a day that came meanwhile can be named.
  useEffect(() => {
    const lookAgain = () => void (document.visibilityState === 'visible' && id !== '' && refetch());
    document.addEventListener('visibilitychange', lookAgain);
    return () => document.removeEventListener('visibilitychange', lookAgain);
  }, [id, refetch]);
  const texts = letters.case;
  useDocumentTitle(texts.title);
  const isMissing = id === '' || (error && 'code' in error && error.code === 'NOT_FOUND');
  return (
    <Stack gap={24}>
      <PageHeading screen="case">{texts.title}</PageHeading>
      {isMissing ? (
        <EmptyState title={texts.missing} action={<AppLink to="/dashboard">{texts.acts.home}</AppLink>}>
          {texts.missingWhy}
        </EmptyState>
      ) : data ? (
        <WholeCase file={data} />
      ) : error ? (
        <LoadError {...queryError(error, letters.lists)} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <WaitingCase />
      )}
    </Stack>
  );
}

/** Outlines of the case that comes. */
function WaitingCase() {
  return (
    <div className={styles['case']} aria-busy="true">
      <Skeleton className={styles['lead']} />
      <Skeleton className={styles['waitingNext']} />
      <Skeleton className={styles['waitingSums']} />
    </div>
  );
}

const KINDS = ['all', 'part', 'none'] as const;

function WholeCase({ file }: { file: CaseFile }) {
  const texts = letters.case;
  const canReport = file.can_report && file.closed === null;
  const paid = new URLSearchParams(useLocation().search).get('paid');
  // What the button in the mail said is said once: the next report begins empty.
  const [revision] = useState(file.revision);
  const chosen = file.revision === revision ? KINDS.find((kind) => kind === paid) : undefined;
  // The form keeps its place while the page is open: one that moves when a report arrives loses what is typed in it.
  const [isFirst] = useState(file.next.step === 'ask' || chosen !== undefined);
  return (
    <div className={styles['case']} {...useFocusKept()}>
      <p className={styles['lead']}>
        {texts.owes(file.defendant, file.sums.balance > 0 ? formatDollars(file.sums.balance) : '')}
      </p>
      <NextStep file={file} />
      {canReport && isFirst && (
        <Card title={texts.report.title}>
          <ReportForm file={file} chosen={chosen} />
        </Card>
      )}
      <FurtherLetters file={file} />
      <Ledger file={file} />
      <Answers file={file} />
      <CourtDates file={file} />
      <AfterJudgment file={file} />
      <FeeFigures file={file} />
      <CasePapers file={file} />
      {canReport && !isFirst && (
        <Card title={texts.report.title}>
          <ReportForm file={file} />
        </Card>
      )}
      <Card title={texts.timeline.title}>
        <Happened file={file} />
      </Card>
      <Card title={texts.files.title}>
        <Files file={file} />
      </Card>
      {file.can_report && (file.closed === null || file.closed === 'court') && <CaseCalendar file={file} />}
      {file.cost && (
        <Card title={texts.cost.title}>
          <Facts
            items={[
              { name: texts.cost.order, value: file.cost.order_number },
              { name: texts.cost.paid, value: formatDollars(file.cost.total) },
              ...(file.cost.refunded > 0
                ? [{ name: texts.cost.refunded, value: formatDollars(file.cost.refunded) }]
                : []),
            ]}
          />
          <AppLink to="/billing">{texts.cost.receipt}</AppLink>
        </Card>
      )}
    </div>
  );
}

/** Timeline of the case; of a long one the oldest entries are folded behind one control. */
function Happened({ file }: { file: CaseFile }) {
  const texts = letters.case.timeline;
  const stateText = letters.timeline.states;
  const { older, newest } = foldOlder(entriesOf(file));
  return (
    <>
      {older.length > 0 && (
        <Disclosure summary={texts.earlier(older.length)}>
          <Timeline label={texts.earlier(older.length)} stateText={stateText} entries={older} />
        </Disclosure>
      )}
      <Timeline label={texts.title} stateText={stateText} entries={newest} />
    </>
  );
}

type TimelineEntry = ComponentProps<typeof Timeline>['entries'][number];
type What = keyof typeof letters.case.timeline.what;
const isKnown = (what: string): what is What => Object.hasOwn(letters.case.timeline.what, what);

/** Timeline entries, the oldest first; the days of an open case and those in court come last. Days of a signed plan stand in the plan. */
function entriesOf({ timeline, time_zone, answer_by, today, closed, plan, court }: CaseFile): TimelineEntry[] {
  const texts = letters.case.timeline;
  const entries: TimelineEntry[] = timeline.map(({ at, what, text, amount }, index) => ({
    key: `${at} ${index}`,
    title: text ?? (isKnown(what) ? texts.what[what] : texts.other),
    when: dateAndTime(at, what === 'carrier' ? time_zone : undefined),
    dateTime: at,
    ...(amount === null ? {} : { text: formatDollars(amount) }),
    state: 'done',
  }));
  const days: [string, TimelineEntry][] = [];
  if (answer_by && closed === null && !plan?.signed_on) {
    const isPast = answer_by < today;
    const title = isPast ? texts.passed(longDay(answer_by)) : texts.payBy(longDay(answer_by));
    days.push([answer_by, { key: 'answer-by', title, state: isPast ? 'problem' : 'upcoming' }]);
  }
  for (const { kind, day } of court?.days ?? []) {
    const title = letters.case.court.upcoming(courtDayName(kind), longDay(day ?? ''));
    if (day !== null && (closed === null || closed === 'court'))
      days.push([day, { key: kind, title, state: day < today ? 'done' : 'upcoming' }]);
  }
  const inOrder = days.toSorted(([a], [b]) => a.localeCompare(b));
  return [...entries, ...inOrder.map(([, entry]) => entry)];
}

function Files({ file }: { file: CaseFile }) {
  const { files } = letters.case;
  return (
    <Stack gap={12}>
      {file.demand_id ? (
        <AppLink to={`/demand-letters?claim=${file.form_session_id}`}>{files.letter}</AppLink>
      ) : (
        <p className={shared['soft']}>{files.noLetter}</p>
      )}
      {file.demand_id && file.has_proof && (
        <div>
          <ProofOfMailing demandId={file.demand_id} />
        </div>
      )}
      {file.papers.length > 0 && (
        <>
          <ul className={styles['papers']}>
            {file.papers.map(({ id, title, version, made_at }) => (
              <li key={id}>
                {title} <span className={shared['soft']}>{files.made(version, dateAndTime(made_at))}</span>
              </li>
            ))}
          </ul>
          <AppLink to="/court-documents">{letters.case.acts.papers}</AppLink>
        </>
      )}
    </Stack>
  );
}
