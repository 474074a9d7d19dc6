import { wizard as copy } from '@redress/copy/wizard';
import { stepName, type SubStepId } from '@redress/domain';
import { FailurePanel, navigateTo } from '@redress/mf-runtime';
import { selectFollows, useAppSelector } from '@redress/session-store';
import { useEffect, type ReactNode } from 'react';
import { CategoryScreen } from '../features/claim-type/category-screen.tsx';
import { ScreenSkeleton } from '../shared/screen-skeleton.tsx';
import { useWizardNavigation } from '../shared/use-wizard-navigation.ts';
import type { CategoryList } from '../shared/category-list.ts';
import type { LaterScreens, useLaterScreens } from './use-later-screens.ts';

const draw = (id: Exclude<SubStepId, 'category'>, screens: LaterScreens): ReactNode => {
  switch (id) {
    case 'subcategories':
      return <screens.SubcategoryScreen />;
    case 'details':
      return <screens.DetailsScreen />;
    case 'account':
      return <screens.AccountScreen />;
    case 'claimant-type':
      return <screens.ClaimantTypeScreen />;
    case 'claimant':
      return <screens.ClaimantScreen />;
    case 'defendant-type':
      return <screens.DefendantTypeScreen />;
    case 'defendant':
      return <screens.DefendantScreen />;
    case 'description':
      return <screens.DescriptionScreen />;
    case 'calculation':
      return <screens.CalculationScreen />;
    case 'payout':
      return <screens.PayoutScreen />;
    case 'signature':
      return <screens.SignatureScreen />;
    case 'generating':
      return <screens.GeneratingScreen />;
    case 'package':
      return <screens.PackageScreen />;
    case 'payment':
      return <screens.PaymentScreen />;
    case 'order':
      return <screens.OrderScreen />;
    case 'letter':
      return <screens.LetterScreen />;
  }
};

/**
 * Of a second letter: its answers are those of the letter that was mailed, and it was read in its case. The first screen
 * stands there until its claim is opened.
 */
const OF_SECOND_LETTER: ReadonlySet<SubStepId> = new Set(['payment', 'order', 'letter', 'category']);

interface ScreenProps {
  later: ReturnType<typeof useLaterScreens>;
  lists: CategoryList;
  /** False while it is not known which claim this is, in a page that is coming back to one. */
  isReady: boolean;
  /** The claim of this page is opened, at the screen where it stands. */
  isOpened: boolean;
}

/** The screen of the current position. */
export function Screen({ later, lists, isReady, isOpened }: ScreenProps) {
  const { screen, layout, position, isLeaving } = useWizardNavigation();
  const caseId = useAppSelector(selectFollows)?.caseId;
  const isInCase = isReady && caseId !== undefined && !OF_SECOND_LETTER.has(screen);
  useEffect(() => {
    // Before that the position is the one of the page before.
    if (isInCase && isOpened) navigateTo(`/case/${caseId}`, { replace: true });
  }, [isInCase, isOpened, caseId]);
  if (isLeaving || isInCase) return <ScreenSkeleton title={stepName(layout, position.step)} />;
  if (!isReady) return <ScreenSkeleton title={copy.opening.waiting} />;
  if (screen === 'category') {
    return <CategoryScreen categories={lists.categories} categoriesProblem={lists.categoriesProblem} />;
  }
  if (later.status === 'failed') return <FailurePanel onRetry={later.retry} />;
  if (later.status === 'waiting') return <ScreenSkeleton title={stepName(layout, position.step)} />;
  return draw(screen, later.value);
}
