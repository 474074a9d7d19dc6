import { common } from '@redress/copy/common';
import { validationText } from '@redress/copy/validation';
import { wizardClaim as copy } from '@redress/copy/wizard-claim';
import { AUTO_SKIP_DELAYS_MS } from '@redress/domain';
import {
  formDataMerged,
  selectFormData,
  selectHasStepError,
  stepErrorCleared,
  stepErrorRaised,
  useAppDispatch,
  useAppSelector,
} from '@redress/session-store';
import { Button, ButtonRow, CheckboxTiles, LoadError, Notice } from '@redress/ui';
import { SubcategoryIcon } from '@redress/ui/subcategory-icons';
import { useEffect, useRef, type ReactNode, type SyntheticEvent } from 'react';
import { ScreenHeading } from '../../shared/screen-heading.tsx';
import { ScreenSkeleton } from '../../shared/screen-skeleton.tsx';
import { StepActions } from '../../shared/step-actions.tsx';
import { useWizardNavigation } from '../../shared/use-wizard-navigation.ts';
import { useSubcategoriesQuery } from '../../shared/wizard.api.ts';
import { wasRefused } from '../../shared/was-refused.ts';
import styles from '../../shared/screen.module.css';

const SKIP_AFTER_MS = AUTO_SKIP_DELAYS_MS.reduce((sum, delay) => sum + delay, 0);
const DISPUTING = 'disputing';

/** Nothing to choose from: what is wrong, and the two ways on. */
const Stuck = ({ onBack, children }: { onBack: () => void; children: ReactNode }) => (
  <section className={styles['screen']}>
    <ScreenHeading title={copy.subcategory.heading} />
    {children}
    <ButtonRow>
      <Button variant="secondary" onClick={onBack}>
        {common.actions.back}
      </Button>
    </ButtonRow>
  </section>
);

/** Step 1, sub-step 1: what exactly is in dispute. A category without subcategories skips this screen. */
export function SubcategoryScreen() {
  const dispatch = useAppDispatch();
  const { goNext, goBack } = useWizardNavigation();
  const { situation, disputing } = useAppSelector(selectFormData);
  const hasError = useAppSelector(selectHasStepError);
  const { currentData, error, isFetching, refetch } = useSubcategoriesQuery(
    { parent_id: situation ?? '' },
    { skip: !situation },
  );
  const form = useRef<HTMLFormElement>(null);
  const options = currentData?.data ?? [];
  const isEmpty = currentData !== undefined && options.length === 0;

  const latest = useRef(goNext);
  useEffect(() => {
    latest.current = goNext;
  });
  useEffect(() => {
    if (!isEmpty) return;
    // In place of this screen: Back must not lead into it and be sent forward again.
    const timer = setTimeout(() => latest.current({ replace: true }), SKIP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isEmpty]);

  const chosen = disputing ?? [];
  const choose = (values: readonly string[]) => {
    const disputingLabels = options.filter(({ value }) => values.includes(value)).map(({ label }) => label);
    dispatch(formDataMerged({ disputing: [...values], disputingLabels }));
    if (values.length > 0) dispatch(stepErrorCleared());
  };

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (chosen.length > 0) return goNext();
    dispatch(stepErrorRaised());
    form.current?.querySelector<HTMLInputElement>(`[name="${DISPUTING}"]`)?.focus();
  };

  if (!situation) {
    return (
      <Stuck onBack={goBack}>
        <Notice tone="danger">{copy.subcategory.noCategory}</Notice>
      </Stuck>
    );
  }
  if (error) {
    return (
      <Stuck onBack={goBack}>
        <LoadError
          text={wasRefused(error) ? copy.subcategory.loadFailed : copy.subcategory.loadError}
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      </Stuck>
    );
  }
  if (!currentData || isEmpty) return <ScreenSkeleton title={copy.subcategory.heading} />;

  return (
    <form ref={form} className={styles['screen']} method="dialog" noValidate onSubmit={submit}>
      <ScreenHeading title={copy.subcategory.heading} hint={copy.subcategory.hint} hasError={hasError} />
      <CheckboxTiles
        name={DISPUTING}
        legend={copy.subcategory.heading}
        hideLegend
        options={options.map(({ value, label, icon }) => ({ value, label, icon: <SubcategoryIcon name={icon} /> }))}
        value={chosen}
        onChange={choose}
        error={hasError ? validationText('subcategory.required') : undefined}
      />
      <StepActions onBack={goBack} />
    </form>
  );
}
