import { common } from '@redress/copy/common';
import { wizard as copy } from '@redress/copy/wizard';
import type { ClaimFormData } from '@redress/contracts';
import { useEarlyPress } from '@redress/mf-runtime';
import {
  formDataMerged,
  selectFormData,
  selectHasStepError,
  stepErrorCleared,
  stepErrorRaised,
  useAppDispatch,
  useAppSelector,
} from '@redress/session-store';
import { cx, LoadError, RadioTiles } from '@redress/ui';
import { CategoryIcon } from '@redress/ui/category-icons';
import { useEffectEvent, useLayoutEffect, useRef, type SyntheticEvent } from 'react';
import type { CategoryList } from '../../shared/category-list.ts';
import { useLowestPrice } from '../../shared/lowest-price.ts';
import { ScreenHeading } from '../../shared/screen-heading.tsx';
import { StepActions } from '../../shared/step-actions.tsx';
import { hasClaimToFetch } from '../../shared/claim-to-fetch.ts';
import { useWizardNavigation } from '../../shared/use-wizard-navigation.ts';
import { BUILT_IN_CATEGORIES } from './built-in-categories.ts';
import facts from './facts.module.css';
import styles from '../../shared/screen.module.css';

const SITUATION = 'situation';

/** Choosing another kind of claim makes the boxes ticked for the old one meaningless. */
const answersFor = (value: string, label: string): Partial<ClaimFormData> => ({
  situation: value,
  situationLabel: label,
  disputing: [],
  disputingLabels: [],
});

/**
 * Step 1, sub-step 0. Drawn at build time with the tiles the build knows; what was chosen and pressed before the script is
 * there is taken over.
 */
export function CategoryScreen({ categories: listed, categoriesProblem: problem }: CategoryList) {
  const dispatch = useAppDispatch();
  const { goNext } = useWizardNavigation();
  const { situation } = useAppSelector(selectFormData);
  const hasError = useAppSelector(selectHasStepError);
  const form = useRef<HTMLFormElement>(null);
  const lowestPrice = useLowestPrice();
  const categories = [...(listed ?? BUILT_IN_CATEGORIES)].sort((a, b) => a.order - b.order);

  const choose = (value: string) => {
    const category = categories.find((candidate) => candidate.value === value);
    if (!category) return;
    dispatch(stepErrorCleared());
    if (value !== situation) dispatch(formDataMerged(answersFor(value, category.label)));
  };
  // Hydration leaves the choice in its field and says nothing of it.
  const takeOver = useEffectEvent(() => {
    const chosen = document.querySelector<HTMLInputElement>(`[data-hydrating] [name="${SITUATION}"]:checked`);
    // A claim that is to be fetched has its own answer: this one was chosen on a screen that was not meant for it.
    if (chosen && !situation && !hasClaimToFetch()) choose(chosen.value);
  });
  useLayoutEffect(() => takeOver(), []);

  useEarlyPress(form);

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (situation) return goNext();
    dispatch(stepErrorRaised());
    form.current?.querySelector<HTMLInputElement>(`[name="${SITUATION}"]`)?.focus();
  };

  // A list that is not true any more would lead nowhere; the choice is kept, and shown again with the list.
  if (problem) {
    return (
      <section className={styles['screen']}>
        <ScreenHeading title={copy.category.heading} />
        <LoadError
          title={copy.category.errorTitle}
          text={problem.wasRefused ? copy.category.loadFailed : copy.category.loadError}
          onRetry={problem.retry}
          busy={problem.isBusy}
        />
      </section>
    );
  }
  return (
    <form
      ref={form}
      className={cx(styles['screen'], facts['first'])}
      method="dialog"
      noValidate
      autoComplete="off"
      onSubmit={submit}
    >
      <div data-promise className={facts['promise']}>
        <p>
          {common.brand.line.split(/(?<=\.) /).map((sentence) => (
            <span key={sentence}>{sentence} </span>
          ))}
        </p>
        <ul className={facts['facts']} aria-label={copy.category.factsLabel}>
          {copy.category.facts(lowestPrice).map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
          <li>
            <a href="/how-it-works">{copy.category.links.how}</a>
          </li>
          <li>
            <a href="/prices">{copy.category.links.prices}</a>
          </li>
        </ul>
      </div>
      <ScreenHeading title={copy.category.heading} hint={copy.category.hint} hasError={hasError} />
      <RadioTiles
        name={SITUATION}
        legend={copy.category.heading}
        hideLegend
        options={categories.map(({ value, label, icon, hint }) => ({
          value,
          label,
          hint,
          icon: <CategoryIcon name={icon} />,
        }))}
        value={situation}
        onChange={choose}
        error={hasError ? copy.category.required : undefined}
      />
      <StepActions />
    </form>
  );
}
