import type { ClaimFormData } from '@redress/contracts';
import { validationText, type ValidationValues } from '@redress/copy/validation';
import { fieldErrors, Form, type FieldErrors } from '@redress/forms';
import { useCommitPoints } from '@redress/forms/commit-points';
import {
  formDataMerged,
  getStore,
  selectFormData,
  selectHasStepError,
  stepErrorCleared,
  stepErrorRaised,
  useAppDispatch,
  useAppSelector,
} from '@redress/session-store';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type * as z from 'zod/mini';
import { changedAnswers, sameAnswer, type Answers } from './answers.ts';
import { useDraft } from './draft-context.ts';
import { RefusedName } from './refused-name.tsx';
import { ScreenHeading } from './screen-heading.tsx';
import styles from './screen.module.css';
import { StepActions } from './step-actions.tsx';
import { noteTypedKey } from './uncommitted.ts';
import { useUnsafeTexts } from './unsafe-texts.ts';
import { useWizardNavigation } from './use-wizard-navigation.ts';

export interface StepFormProps {
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
  /** Where the claim keeps more in an answer than its field shows: rows stand in a text too, for builds that know only texts. */
  kept?: { shown(stored: Answers): Answers; stored(shown: Answers): Answers };
  /** One sentence over the list of what is wrong; screens with a single question have none. */
  summary?: boolean;
  isNarrow?: boolean;
  children: ReactNode;
}

const pick = (data: ClaimFormData, fields: readonly (keyof ClaimFormData)[]): Answers =>
  Object.fromEntries(fields.map((field) => [field, data[field] ?? '']));

/**
 * A screen of questions. Formik holds what is being typed; the store gets it at the commit points
 * (decision 0604), and until then the draft keeps a copy in this browser with every key.
 */
export function StepForm(props: StepFormProps) {
  const { title, hint, fields, schema, check, messageValues, settle, kept, summary = false, isNarrow = true } = props;
  const dispatch = useAppDispatch();
  const { uncommitted } = useDraft();
  const { goNext, goBack } = useWizardNavigation();
  const data = useAppSelector(selectFormData);
  const stored = pick(data, fields);
  const unsafeTexts = useUnsafeTexts(fields);
  const hasError = useAppSelector(selectHasStepError);
  // The store as this form last saw it. When it says otherwise, the answers came from elsewhere (another tab, a conflict
  // settled): the fields start again from them.
  const committed = useRef(stored);
  const [start, setStart] = useState(() => ({ answers: kept?.shown(stored) ?? stored, generation: 0 }));
  const shown = useRef(start.answers);
  const storable = useRef((changed: Answers) => changed);
  useLayoutEffect(() => {
    storable.current = (changed) =>
      kept && Object.keys(changed).length > 0
        ? changedAnswers(committed.current, kept.stored({ ...shown.current, ...changed }))
        : changed;
  });

  const points = useCommitPoints<Answers>({
    onTyped: (isFirst) => noteTypedKey(getStore(), uncommitted, isFirst),
    onCommit(changed) {
      const given = storable.current(changed);
      shown.current = { ...shown.current, ...changed };
      committed.current = { ...committed.current, ...given };
      dispatch(formDataMerged(given));
    },
  });
  useLayoutEffect(
    () => uncommitted?.attach({ ...points, read: () => storable.current(points.read()) }),
    [uncommitted, points],
  );

  const hasChangedElsewhere = fields.some((field) => !sameAnswer(stored[field], committed.current[field]));
  useEffect(() => {
    if (!hasChangedElsewhere) return;
    committed.current = stored;
    points.discard();
    shown.current = kept?.shown(stored) ?? stored;
    setStart(({ generation }) => ({ answers: shown.current, generation: generation + 1 }));
  }, [hasChangedElsewhere, stored, points, kept]);

  return (
    <section className={styles['screen']} {...points.handlers}>
      <ScreenHeading title={title} hint={hint} hasError={hasError} />
      <Form<Answers>
        key={start.generation}
        initialValues={start.answers}
        check={(answers) => ({
          ...(schema ? fieldErrors(schema, { ...data, ...(kept?.stored(answers) ?? answers) }, messageValues) : {}),
          ...unsafeTexts(answers),
          ...check?.(answers),
        })}
        {...(summary ? { summaryMessage: validationText('fields.check') } : {})}
        {...(isNarrow ? { className: styles['narrow'] ?? '' } : {})}
        onChange={points.onFormChange}
        isRefused={hasError}
        onMended={() => dispatch(stepErrorCleared())}
        onInvalid={() => dispatch(stepErrorRaised())}
        onSubmit={(answers) => {
          dispatch(stepErrorCleared());
          if (settle) dispatch(formDataMerged(settle(answers)));
          goNext();
        }}
      >
        {({ isSubmitting, values }) => (
          <>
            {props.children}
            {hasError && Object.values(unsafeTexts(values)).includes(validationText('text.unsafe')) && <RefusedName />}
            <StepActions onBack={goBack} isBusy={isSubmitting} />
          </>
        )}
      </Form>
    </section>
  );
}
