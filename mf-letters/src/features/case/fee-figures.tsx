import { call, queryError, saveFile } from '@redress/api-client';
import { feeFiguresPaper, type CaseFile, type FeeForm } from '@redress/contracts';
import { longDay } from '@redress/copy/format';
import { letters } from '@redress/copy/letters';
import { validationText } from '@redress/copy/validation';
import { amountCents, centsToDollars, isFiled } from '@redress/domain';
import { AmountField, CheckboxField, Form, TextField, type FieldErrors } from '@redress/forms';
import { Button, ButtonRow, Card, Disclosure, LoadError, showToast, Skeleton } from '@redress/ui';
import { useRef, useState } from 'react';
import shared from '../../shared/screen.module.css';
import styles from './case.module.css';
import { useFeeFiguresQuery, useKeepFeeFiguresMutation } from './case.api.ts';
import { KeepsUnsaved } from './keeps-unsaved.tsx';

const texts = letters.case.fee;

/** Figures for the form to be excused from the fee. They are asked for when their owner opens this, and live in no other answer. */
export function FeeFigures({ file }: { file: CaseFile }) {
  const [isOpen, setOpen] = useState(false);
  if (!file.has_fee_figures) return null;
  const { court } = file;
  // Of a claim that is filed nothing is asked any more: what is kept can be printed and deleted.
  const isAsking = !isFiled(court ? { caseNumber: court.case_number, judgmentDay: court.judgment_day } : null);
  return (
    <Card title={texts.title}>
      <p>{isAsking ? texts.why : texts.filed}</p>
      <Disclosure summary={isAsking ? texts.open : texts.keptFigures} open={isOpen} onToggle={setOpen}>
        {isOpen && <Figures id={file.form_session_id} isAsking={isAsking} />}
      </Disclosure>
    </Card>
  );
}

function Figures({ id, isAsking }: { id: string; isAsking: boolean }) {
  const { data, error, isFetching, refetch } = useFeeFiguresQuery({ form_session_id: id });
  if (data) return <FiguresForm id={id} form={data} isAsking={isAsking} />;
  if (error)
    return <LoadError {...queryError(error, letters.lists)} onRetry={() => void refetch()} busy={isFetching} />;
  return <Skeleton className={styles['waitingNext']} />;
}

type Values = Record<string, string | boolean>;

const BENEFIT = 'benefit ';
const namesOf = ({ groups }: FeeForm) => groups.flatMap(({ figures }) => figures.map(({ name }) => name));

const valuesOf = (form: FeeForm): Values => ({
  dependents: String(form.figures?.dependents ?? ''),
  ...Object.fromEntries(namesOf(form).map((name) => [name, String(form.figures?.sums[name] ?? '')])),
  ...Object.fromEntries(form.benefits.map((name) => [BENEFIT + name, form.figures?.benefits.includes(name) ?? false])),
});

function check(form: FeeForm, values: Values): FieldErrors {
  const wrong = namesOf(form).filter((name) => values[name] !== '' && amountCents(String(values[name])) === null);
  return {
    ...(/^(?:[0-2]?\d|30)$/.test(String(values['dependents']).trim()) ? {} : { dependents: texts.dependentsWrong }),
    ...Object.fromEntries(wrong.map((name) => [name, validationText('amount.format')])),
  };
}

const figuresOf = (form: FeeForm, values: Values): NonNullable<FeeForm['figures']> => ({
  dependents: Number(values['dependents']),
  benefits: form.benefits.filter((name) => values[BENEFIT + name] === true),
  sums: Object.fromEntries(
    namesOf(form).flatMap((name) => {
      const cents = amountCents(String(values[name]));
      return cents === null ? [] : [[name, centsToDollars(cents)]];
    }),
  ),
});

function FiguresForm({ id, form, isAsking }: { id: string; form: FeeForm; isAsking: boolean }) {
  const [keep] = useKeepFeeFiguresMutation();
  const begun = valuesOf(form);
  // The form begins anew after each act, and would take the focus with it.
  const start = useRef<HTMLParagraphElement>(null);
  const acted = () => start.current?.focus();
  const submit = async (values: Values) => {
    const result = await keep({ form_session_id: id, figures: figuresOf(form, values) });
    if ('error' in result) return { message: result.error?.message || letters.case.notKept };
    acted();
    return void showToast({ text: texts.kept, tone: 'success' });
  };
  return (
    <div className={styles['said']}>
      {form.rows.map(({ label, says, rule, url }) => (
        <p key={says}>
          {label && <strong>{label}: </strong>}
          {says} <a href={url}>{rule}</a>
        </p>
      ))}
      <p ref={start} tabIndex={-1} className={shared['soft']}>
        {texts.court}
      </p>
      {form.gone_on && <Kept id={id} goneOn={form.gone_on} onForgotten={acted} />}
      {isAsking && (
        <Form
          // Kept or deleted figures begin it anew.
          key={JSON.stringify(begun)}
          label={texts.title}
          initialValues={begun}
          check={(values) => check(form, values)}
          onSubmit={submit}
        >
          {({ isSubmitting, values }) => (
            <>
              <KeepsUnsaved values={values} begun={begun} />
              <TextField
                name="dependents"
                label={texts.dependents}
                width="short"
                inputMode="numeric"
                autoComplete="off"
              />
              {form.benefits.length > 0 && (
                <fieldset className={styles['figures']}>
                  <legend>{texts.benefits}</legend>
                  {form.benefits.map((name) => (
                    <CheckboxField key={name} name={BENEFIT + name} label={name} />
                  ))}
                </fieldset>
              )}
              {form.groups.map(({ title, figures }) => (
                <fieldset key={title} className={styles['figures']}>
                  <legend>{title}</legend>
                  {figures.map(({ name, label }) => (
                    <AmountField key={name} name={name} label={label} optional />
                  ))}
                </fieldset>
              ))}
              <Button type="submit" busy={isSubmitting}>
                {texts.keep}
              </Button>
            </>
          )}
        </Form>
      )}
    </div>
  );
}

/** What can be done with figures that are kept. */
function Kept({ id, goneOn, onForgotten }: { id: string; goneOn: string; onForgotten: () => void }) {
  const [isDrawing, setDrawing] = useState(false);
  const [keep, { isLoading }] = useKeepFeeFiguresMutation();
  const download = async () => {
    setDrawing(true);
    const result = await call(feeFiguresPaper, { form_session_id: id });
    setDrawing(false);
    if ('data' in result) saveFile(result.data.blob, 'figures-for-the-fee-form.pdf');
    else showToast({ text: result.error.message || letters.case.toPrint.failed, tone: 'danger' });
  };
  const forget = async () => {
    const result = await keep({ form_session_id: id, figures: null });
    const isGone = !('error' in result);
    if (isGone) onForgotten();
    showToast({ text: isGone ? texts.gone : letters.case.notKept, tone: isGone ? 'success' : 'danger' });
  };
  return (
    <>
      <p>{texts.goneOn(longDay(goneOn))}</p>
      <ButtonRow>
        <Button variant="secondary" size="small" busy={isDrawing} onClick={() => void download()}>
          {texts.download}
        </Button>
        <Button variant="quiet" size="small" busy={isLoading} onClick={() => void forget()}>
          {texts.forget}
        </Button>
      </ButtonRow>
    </>
  );
}
