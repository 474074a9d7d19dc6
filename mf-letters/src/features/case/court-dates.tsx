import { hearingDocument, type CaseFile } from '@redress/contracts';
import { longDay } from '@redress/copy/format';
import { letters } from '@redress/copy/letters';
import { validationText } from '@redress/copy/validation';
import {
  amountCents,
  centsToDollars,
  hearingConcerns,
  isTooFarOff,
  parseCalendarDay,
  type HearingConcern,
} from '@redress/domain';
import { AmountField, DateField, Form, TextField, type FieldErrors } from '@redress/forms';
import { Button, Card, Disclosure, Notice } from '@redress/ui';
import shared from '../../shared/screen.module.css';
import styles from './case.module.css';
import { KeepsUnsaved } from './keeps-unsaved.tsx';
import { useReport } from './use-report.ts';

type Kind = keyof typeof letters.case.court.of;
const isKnown = (kind: string): kind is Kind => Object.hasOwn(letters.case.court.of, kind);

/** The service may be newer, so a kind can be any. */
export const courtDayName = (kind: string): string =>
  isKnown(kind) ? letters.case.court.of[kind] : letters.case.court.other;

type Court = NonNullable<CaseFile['court']>;
interface CourtProps {
  file: CaseFile;
  court: Court;
}
interface Values {
  number: string;
  hearing: string;
  served: string;
  judgment: string;
  awarded: string;
}

const texts = letters.case.court;

/** A case in court: what its papers say, typed by the claimant, and the days that follow. */
export function CourtDates({ file }: { file: CaseFile }) {
  const { court } = file;
  const isHere =
    file.can_report &&
    (file.closed === null || file.closed === 'court' || (file.closed === 'paid' && court?.judgment_day));
  if (!court || !isHere) return null;
  const isTyped = court.case_number !== '' || court.days.length > 0;
  return (
    <Card title={texts.title}>
      {file.has_hearing && (
        <p>
          <a href={`${hearingDocument.path}?form_session_id=${file.form_session_id}`} target="_blank" rel="noreferrer">
            {texts.hearingPage}
          </a>{' '}
          {texts.hearingPageText}
        </p>
      )}
      {court.days.length > 0 && <Days court={court} today={file.today} />}
      <Disclosure summary={isTyped ? texts.change : texts.add}>
        <CourtForm file={file} court={court} />
      </Disclosure>
    </Card>
  );
}

/** Days by which the claimant has something to do; the others are the court's or the other side's. */
const OWN_DAYS: readonly string[] = ['serve_by', 'proof_by', 'evidence_by', 'appeal_by'];

function Days({ court, today }: { court: Court; today: string }) {
  return (
    <>
      {court.case_number && <p>{texts.upcoming(texts.number, court.case_number)}</p>}
      <ul className={styles['rows']} aria-label={texts.days}>
        {court.days.map(({ kind, day, says, rule, url }) => (
          <li key={kind} className={styles['row']}>
            <p>
              {courtDayName(kind)}: <strong>{day ? longDay(day) : rule ? texts.notCounted : texts.askClerk}</strong>
            </p>
            {rule && (
              <p className={shared['soft']}>
                {says} <a href={url}>{rule}</a>
              </p>
            )}
            {!day && !rule && <p className={shared['soft']}>{texts.noRule}</p>}
            {/* From the day to collect on something can be done: it is never over. */}
            {day && day < today && kind !== 'collect_from' && (
              <p>{`${texts.concerns.past} ${OWN_DAYS.includes(kind) ? texts.overAsk : ''}`.trim()}</p>
            )}
          </li>
        ))}
      </ul>
      {court.days.some(({ rule }) => rule !== '') && <p className={shared['soft']}>{texts.careful}</p>}
    </>
  );
}

const concernText = (concern: HearingConcern): string =>
  concern.why === 'holiday' ? texts.concerns.holiday(concern.name, concern.title) : texts.concerns[concern.why];

/** Concerns about a day, beside its field, and by a screen reader when it is chosen: it may be right all the same. */
function HearingConcerns({ typed, file, court }: CourtProps & { typed: string }) {
  const day = parseCalendarDay(typed);
  const concerns = day ? hearingConcerns(day, { today: file.today, state: court.state }) : [];
  return (
    <div role="status">
      {concerns.length > 0 && <Notice tone="warning">{concerns.map(concernText).join(' ')}</Notice>}
    </div>
  );
}

function CourtForm({ file, court }: CourtProps) {
  const { say } = useReport(file);
  const check = ({ number: typed, hearing, served, judgment, awarded }: Values, unreal: FieldErrors): FieldErrors => ({
    // An empty form is sent only to delete days that were kept before.
    ...([typed, hearing, served, judgment, ...Object.values({ ...begun, ...unreal })].join('') === ''
      ? { number: texts.nothing }
      : {}),
    ...(hearing && isTooFarOff(hearing, file.today) ? { hearing: texts.concerns.far } : {}),
    ...(served > file.today ? { served: validationText('date.future') } : {}),
    ...(judgment > file.today ? { judgment: validationText('date.future') } : {}),
    ...(judgment && awarded && !amountCents(awarded) ? { awarded: validationText('amount.format') } : {}),
  });
  const submit = async ({ number, hearing, served, judgment, awarded }: Values) => {
    const days = { hearing_day: hearing || null, served_day: served || null, judgment_day: judgment || null };
    const cents = judgment ? amountCents(awarded) : null;
    const sum = cents ? { awarded: centsToDollars(cents) } : {};
    const refusal = await say({ kind: 'court', court: { case_number: number, ...days, ...sum } });
    return refusal ? { message: refusal.message || letters.case.notKept } : undefined;
  };
  const { case_number: number, hearing_day, served_day, judgment_day } = court;
  const begun: Values = {
    number,
    hearing: hearing_day ?? '',
    served: served_day ?? '',
    judgment: judgment_day ?? '',
    awarded: court.awarded == null ? '' : String(court.awarded),
  };
  return (
    <Form
      // Another report in the meantime leaves what is typed; other days of the court begin it anew.
      key={JSON.stringify(begun)}
      label={texts.title}
      initialValues={begun}
      check={check}
      onSubmit={submit}
    >
      {({ isSubmitting, values }) => (
        <>
          <KeepsUnsaved values={values} begun={begun} as="court" />
          <p>{texts.why}</p>
          {court.name && <p>{texts.place(court.name)}</p>}
          <TextField name="number" label={texts.number} optional maxLength={60} autoComplete="off" />
          <DateField name="hearing" label={texts.hearing} optional />
          <HearingConcerns typed={values.hearing} file={file} court={court} />
          <DateField name="served" label={texts.served} hint={texts.servedHint} optional max={file.today} />
          <DateField name="judgment" label={texts.judgment} optional max={file.today} />
          {values.judgment && <AmountField name="awarded" label={texts.awarded} hint={texts.awardedHint} optional />}
          <Button type="submit" busy={isSubmitting}>
            {texts.keep}
          </Button>
        </>
      )}
    </Form>
  );
}
