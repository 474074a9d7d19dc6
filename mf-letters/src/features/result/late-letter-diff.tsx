import { lateScreen } from '@redress/mf-runtime';
import { Skeleton } from '@redress/ui';

/** Comparing needs the domain's line diff: fetched when there are two texts to compare. */
export const LateLetterDiff = lateScreen(
  () => import('./letter-diff.tsx').then((module) => module.LetterDiff),
  <Skeleton shape="block" />,
);
