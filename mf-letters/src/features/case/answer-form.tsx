import type { CaseFile } from '@redress/contracts';
import { longDay } from '@redress/copy/format';
import { letters } from '@redress/copy/letters';
import { validationText } from '@redress/copy/validation';
import { amountCents, centsToDollars, dollarsToCents, instalmentPlan, PLAN_PERIODS, type AnswerKind, type PlanPeriod } from '@redress/domain'; // prettier-ignore
import { AmountField, DateField, Form, RadioCards, SelectField, TextArea, type FieldErrors } from '@redress/forms';
import { Button } from '@redress/ui';
import { KeepsUnsaved } from './keeps-unsaved.tsx';
import { WouldStop } from './ledger.tsx';
import { useReport } from './use-report.ts';

interface Values {
  kind: AnswerKind | '';
  each: string;
  every: string;
  from: string;
  now: string;
  nowDay: string;
  words: string;
  day: string;
}
const EMPTY: Values = { kind: '', each: '', every: 'month', from: '', now: '', nowDay: '', words: '', day: '' };
const isPeriod = (every: string): every is PlanPeriod => PLAN_PERIODS.some((known) => known === every);

const termsOf = ({ each, every, from, now, nowDay }: Values) => ({
  nowCents: amountCents(now) ?? 0,
  nowDay: now.trim() ? nowDay || null : null,
  eachCents: amountCents(each) ?? 0,
  every: isPeriod(every) ? every : ('month' as const),
  from,
});

/** The payments that the typed terms make of what is open; none while they make no plan. */
const paymentsOf = ({ sums }: CaseFile, values: Values) =>
  values.from ? instalmentPlan(dollarsToCents(sums.balance), termsOf(values)) : [];

function checkAnswer(file: CaseFile, values: Values): FieldErrors {
  const { form } = letters.case.answers;
  const { kind, each, from, now, nowDay, day } = values;
  if (kind === '') return { kind: form.choose };
  if (kind === 'signed' && !day) return { day: validationText('date.format') };
  if (kind === 'signed' && day > (file.own_today ?? file.today)) return { day: validationText('date.future') };
  if (kind !== 'offer') return {};
  const missing = {
    ...(amountCents(each) ? {} : { each: validationText('amount.format') }),
    ...(from ? {} : { from: validationText('date.format') }),
    ...(now.trim() && !amountCents(now) ? { now: validationText('amount.format') } : {}),
    ...(now.trim() && !nowDay ? { nowDay: validationText('date.format') } : {}),
  };
  return Object.keys(missing).length > 0 || paymentsOf(file, values).length > 0 ? missing : { each: form.noPlan };
}

/** Form for the answer of the other side, given on the slip of the letter or in any other way. */
export function AnswerForm({ file, onKept }: { file: CaseFile; onKept: () => void }) {
  const { form } = letters.case.answers;
  const { say } = useReport(file);
  const submit = async (values: Values) => {
    const { kind, day, words } = values;
    if (kind === '') return undefined;
    const { nowCents, nowDay, eachCents, every, from } = termsOf(values);
    const terms = { now: centsToDollars(nowCents), now_day: nowDay, each: centsToDollars(eachCents), every, from };
    const refusal = await say({
      kind,
      ...(kind === 'offer' ? { terms } : {}),
      ...(kind === 'dispute' ? { words: words.trim() } : {}),
      ...(kind === 'signed' ? { day } : {}),
    });
    return refusal ? { message: refusal.message || letters.case.notKept } : void onKept();
  };
  const isSigned = file.plan?.signed_on != null;
  const kinds: readonly AnswerKind[] = [
    ...(isSigned ? [] : (['offer'] as const)),
    ...(file.plan && !isSigned ? (['signed'] as const) : []),
    'dispute',
    'not_them',
  ];

  return (
    <Form label={form.title} initialValues={EMPTY} check={(values) => checkAnswer(file, values)} onSubmit={submit}>
      {({ isSubmitting, values }) => {
        const payments = paymentsOf(file, values);
        const last = payments.at(-1);
        return (
          <>
            <KeepsUnsaved values={values} begun={EMPTY} as="answer" />
            <RadioCards
              name="kind"
              label={form.title}
              options={kinds.map((value) => ({ value, ...form.kinds[value] }))}
            />
            {values.kind === 'offer' && (
              <>
                <AmountField name="each" label={form.each} />
                <SelectField
                  name="every"
                  label={form.every}
                  placeholder={form.every}
                  options={PLAN_PERIODS.map((value) => ({ value, label: form.periods[value] }))}
                  width="half"
                />
                <DateField name="from" label={form.from} />
                <AmountField name="now" label={form.now} hint={form.nowHint} optional />
                {values.now.trim() && <DateField name="nowDay" label={form.nowDay} />}
                <p role="status">{last ? form.makes(payments.length, longDay(last.day)) : ''}</p>
              </>
            )}
            {values.kind === 'dispute' && (
              <TextArea name="words" label={form.words} hint={form.wordsHint} optional maxLength={2000} rows={4} />
            )}
            {values.kind === 'not_them' && <WouldStop file={file} />}
            {values.kind === 'signed' && <DateField name="day" label={form.day} max={file.own_today ?? file.today} />}
            <Button type="submit" busy={isSubmitting}>
              {form.keep}
            </Button>
          </>
        );
      }}
    </Form>
  );
}
