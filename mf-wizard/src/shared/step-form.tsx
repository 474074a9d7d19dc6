import type { ClaimFormData } from '@redress/contracts';
import { validationText, type ValidationValues } from '@redress/copy/validation';
import { Form, zodValidate, type FieldErrors } from '@redress/forms';
import {
  formDataMerged,
  selectFormData,
  selectHasStepError,
  stepErrorCleared,
  stepErrorRaised,
  useAppDispatch,
  useAppSelector,
} from '@redress/session-store';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type * as z from 'zod/mini';
import { sameAnswer, type Answers } from './answers.ts';
import { ScreenHeading } from './screen-heading.tsx';
import styles from './screen.module.css';
import { StepActions } from './step-actions.tsx';
import { useWizardNavigation } from './use-wizard-navigation.ts';

interface StepFormProps {
  title: string;
  hint?: ReactNode;
  /** Answers this screen asks for. */
  fields: readonly (keyof ClaimFormData)[];
  schema?: z.core.$ZodType;
  /** Checks a schema cannot hold. */
  check?: (answers: Answers) => FieldErrors;
  messageValues?: ValidationValues;
  /** What the answers bring with them once they are right: fields of other screens. */
  settle?: (answers: Answers) => Answers;
  /** One sentence over the list of what is wrong; screens with a single question have none. */
  summary?: boolean;
  isNarrow?: boolean;
  children: ReactNode;
}

const pick = (data: ClaimFormData, fields: readonly (keyof ClaimFormData)[]): Answers =>
  Object.fromEntries(fields.map((field) => [field, data[field] ?? '']));

/**
 * A screen of questions. Every change goes into the store as it is typed, so that the autosave has it, a newer build
 * may take this one's place in the middle of a word, and nothing waits for Continue.
 */
export function StepForm(props: StepFormProps) {
  const {
    title,
    hint,
    fields,
    schema,
    check,
    messageValues,
    settle,
    summary = false,
    isNarrow = true,
    children,
  } = props;
  const dispatch = useAppDispatch();
  const { goNext, goBack } = useWizardNavigation();
  const stored = pick(useAppSelector(selectFormData), fields);
  const hasError = useAppSelector(selectHasStepError);
  // What this form has put into the store. When the store says otherwise, the answers came from elsewhere (another tab,
  // a conflict settled): the fields start again from them.
  const [own, setOwn] = useState({ answers: stored, generation: 0 });
  const typed = useRef(stored);

  const hasChangedElsewhere = fields.some((field) => !sameAnswer(stored[field], typed.current[field]));
  useEffect(() => {
    if (!hasChangedElsewhere) return;
    typed.current = stored;
    setOwn(({ generation }) => ({ answers: stored, generation: generation + 1 }));
  }, [hasChangedElsewhere, stored]);

  const problems = (answers: Answers): FieldErrors => ({
    ...(schema ? zodValidate(schema, messageValues)(answers) : {}),
    ...check?.(answers),
  });
  const change = (changed: Answers) => {
    typed.current = { ...typed.current, ...changed };
    dispatch(formDataMerged(changed));
    if (hasError && Object.keys(problems(typed.current)).length === 0) dispatch(stepErrorCleared());
  };

  return (
    <section className={styles['screen']}>
      <ScreenHeading title={title} hint={hint} hasError={hasError} />
      <Form<Answers>
        key={own.generation}
        initialValues={own.answers}
        {...(schema ? { schema } : {})}
        {...(check ? { check } : {})}
        {...(messageValues ? { messageValues } : {})}
        {...(summary ? { summaryMessage: validationText('fields.check') } : {})}
        {...(isNarrow ? { className: styles['narrow'] ?? '' } : {})}
        onChange={change}
        onInvalid={() => dispatch(stepErrorRaised())}
        onSubmit={(answers) => {
          dispatch(stepErrorCleared());
          if (settle) dispatch(formDataMerged(settle(answers)));
          goNext();
        }}
      >
        {({ isSubmitting }) => (
          <>
            {children}
            <StepActions onBack={goBack} isBusy={isSubmitting} />
          </>
        )}
      </Form>
    </section>
  );
}
