import type { CaseFile, MoneyRow } from '@redress/contracts';
import { letters } from '@redress/copy/letters';
import { validationText } from '@redress/copy/validation';
import { amountCents, centsToDollars } from '@redress/domain';
import { AmountField, DateField, Form, RadioCards, type FieldErrors } from '@redress/forms';
import { Button, ButtonRow } from '@redress/ui';
import { KeepsUnsaved } from './keeps-unsaved.tsx';
import { useReport } from './use-report.ts';

interface Values {
  kind: MoneyRow['kind'] | '';
  amount: string;
  day: string;
}

interface ReportFormProps {
  file: CaseFile;
  /** The report that this one takes the place of. */
  replaced?: MoneyRow;
  /** What a mail's button said already: chosen, and not kept before it is pressed here. */
  chosen?: MoneyRow['kind'] | undefined;
  onDone?: () => void;
}

/** Did they pay: all, a part with its sum and day, or nothing. */
export function ReportForm({ file, replaced, chosen, onDone }: ReportFormProps) {
  const { report } = letters.case;
  const { court, own_today: today = file.today } = file;
  const { say, kept } = useReport(file);
  const check = ({ kind, amount, day }: Values): FieldErrors => ({
    ...(kind === '' ? { kind: report.choose } : {}),
    ...(kind === 'part' && !amountCents(amount) ? { amount: validationText('amount.format') } : {}),
    ...((kind === 'part' || kind === 'all') && !day ? { day: validationText('date.format') } : {}),
    ...(day > today ? { day: validationText('date.future') } : {}),
    ...(kind === 'all' && court?.awarded && day < (court.judgment_day ?? '') ? { day: report.sinceJudgment } : {}),
  });
  const submit = async ({ kind, amount, day }: Values) => {
    if (kind === '') return undefined;
    const refusal = await say({
      kind,
      ...(kind === 'part' ? { amount: centsToDollars(amountCents(amount) ?? 0) } : {}),
      ...(kind === 'none' ? {} : { day }),
      ...(replaced ? { replaces: replaced.id } : {}),
    });
    if (!refusal) return void onDone?.();
    const { message, fields } = refusal;
    return fields && Object.keys(fields).length > 0 ? { fields } : { message: message || letters.case.notKept };
  };
  const begun: Values = replaced
    ? {
        kind: replaced.kind,
        amount: replaced.kind === 'part' ? String(replaced.amount) : '',
        day: replaced.day ?? today,
      }
    : { kind: (kept === 0 && chosen) || '', amount: '', day: today };

  return (
    <Form
      // After a report the next one begins empty.
      key={kept}
      label={replaced ? report.correct : report.title}
      initialValues={begun}
      check={check}
      onSubmit={submit}
    >
      {({ isSubmitting, values }) => (
        <>
          <KeepsUnsaved values={values} begun={begun} as={`report ${replaced?.id ?? ''}`} />
          <RadioCards
            name="kind"
            label={report.title}
            hideLegend={!replaced}
            options={(['all', 'part', 'none'] as const).map((value) => ({ value, ...report.kinds[value] }))}
          />
          {values.kind === 'part' && <AmountField name="amount" label={report.amount} />}
          {(values.kind === 'all' || values.kind === 'part') && <DateField name="day" label={report.day} max={today} />}
          <ButtonRow>
            <Button type="submit" busy={isSubmitting}>
              {report.keep}
            </Button>
            {onDone && (
              <Button variant="quiet" onClick={onDone}>
                {report.cancel}
              </Button>
            )}
          </ButtonRow>
        </>
      )}
    </Form>
  );
}
