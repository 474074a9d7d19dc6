import { wizard as copy } from '@redress/copy/wizard';
import { stepName, type SubStepId } from '@redress/domain';
import { FailurePanel, navigateTo } from '@redress/mf-runtime';
import { selectFollows, useAppSelector } from '@redress/session-store';
import { useEffect } from 'react';
import { CategoryScreen } from '../features/claim-type/category-screen.tsx';
import { ScreenSkeleton } from '../shared/screen-skeleton.tsx';
import { useWizardNavigation } from '../shared/use-wizard-navigation.ts';
import type { CategoryList } from '../shared/category-list.ts';
import type { useLaterScreens } from './use-later-screens.ts';

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
  const title = stepName(layout, position.step);
  if (isLeaving || isInCase) return <ScreenSkeleton title={title} />;
  if (!isReady) return <ScreenSkeleton title={copy.opening.waiting} />;
  if (screen === 'category') {
    return <CategoryScreen categories={lists.categories} categoriesProblem={lists.categoriesProblem} />;
  }
  if (later.status === 'failed') return <FailurePanel onRetry={later.retry} />;
  if (later.status === 'waiting') return <ScreenSkeleton title={title} />;
  return <later.value.LaterScreen id={screen} title={title} />;
}
