/** All that the first screen does not need: fetched after that one is hydrated, so that it hydrates soon. */
import type { SubStepId } from '@redress/domain';
import { FailurePanel, late, useLate } from '@redress/mf-runtime';
import { useEffect, type ComponentType } from 'react';
import { AccountScreen } from '../features/claim-type/account-screen.tsx';
import { DetailsScreen } from '../features/claim-type/details-screen.tsx';
import { SubcategoryScreen } from '../features/claim-type/subcategory-screen.tsx';
import { ClaimantScreen, DefendantScreen } from '../features/parties/party-screens.tsx';
import { ClaimantTypeScreen, DefendantTypeScreen } from '../features/parties/party-type-screen.tsx';
import { ScreenSkeleton } from '../shared/screen-skeleton.tsx';
import { whenIdle } from '../shared/when-idle.ts';

export { CaseBeside, LetterLine } from '../features/case-so-far/letter-beside.tsx';
export { ConflictDialog } from '../features/draft/conflict-dialog.tsx';
export { DraftNotices } from '../features/draft/draft-notices.tsx';
export { SaveStateView } from '../features/draft/save-state-view.tsx';
export { WizardServices } from './wizard-services.tsx';

/** Screens of the claim, asked for from here alone: their file then holds nothing again of what this one brought. */
export const claimScreens = late(() =>
  import(/* webpackChunkName: "claim-screens" */ './claim-screens.tsx').then(({ CLAIM_SCREENS }) => CLAIM_SCREENS),
);

const SCREENS = {
  subcategories: SubcategoryScreen,
  details: DetailsScreen,
  account: AccountScreen,
  'claimant-type': ClaimantTypeScreen,
  claimant: ClaimantScreen,
  'defendant-type': DefendantTypeScreen,
  defendant: DefendantScreen,
} satisfies Partial<Record<SubStepId, ComponentType>>;

const isHere = (id: SubStepId): id is keyof typeof SCREENS => Object.hasOwn(SCREENS, id);

interface LaterScreenProps {
  id: Exclude<SubStepId, 'category'>;
  /** Title of its step, said while its file is fetched. */
  title: string;
}

export function LaterScreen({ id, title }: LaterScreenProps) {
  const claim = useLate(claimScreens, !isHere(id));
  // A fetch that fails ahead of need is made again by the next screen, or when it is needed.
  useEffect(() => whenIdle(() => void claimScreens.load().catch(() => undefined)), []);
  if (isHere(id)) {
    const Screen = SCREENS[id];
    return <Screen />;
  }
  if (claim.status === 'failed') return <FailurePanel onRetry={claim.retry} />;
  if (claim.status === 'waiting') return <ScreenSkeleton title={title} />;
  const Screen = claim.value[id];
  return <Screen />;
}
