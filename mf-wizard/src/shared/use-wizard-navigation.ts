import {
  furthestReached,
  getStore,
  selectIsEditing,
  selectIsPaid,
  selectOwner,
  selectWizard,
  stepChanged,
  useAppDispatch,
  useAppSelector,
} from '@redress/session-store';
import {
  comparePositions,
  isAutoSkipped,
  isBehindPayment,
  isReached,
  jumpPosition,
  laterPosition,
  nextPosition,
  positionFromKey,
  positionOf,
  previousPosition,
  progressKey,
  progressPosition,
  samePosition,
  settlePosition,
  subStepAt,
  type NavigationContext,
  type Position,
  type SubStepId,
  type WizardLayout,
} from '@redress/domain';
import { createContext, useContext, useLayoutEffect, useRef } from 'react';
import { usePrivateDocument } from './private-document.ts';
import { showAddress, useSearch } from './use-address.ts';
import { addressOf, isPrivateAddress, positionInAddress, returnInAddress } from './wizard-address.ts';
import { useWizardSettings } from './wizard-settings.ts';

export interface WizardNavigation {
  layout: WizardLayout;
  position: Position;
  screen: SubStepId;
  /** The furthest point the answers allow. */
  furthest: Position;
  /** Another document is being loaded for this screen (R30). */
  isLeaving: boolean;
  goNext(options?: { replace?: boolean }): void;
  goBack(): void;
  /** @param options.row - the row of an answer that is to be open there */
  goTo(position: Position, options?: { returnTo?: Position | null; row?: string | undefined }): void;
  /** A click on a step header; nothing when the answers do not allow it yet. */
  jumpToStep(step: number): void;
  canGoTo(position: Position): boolean;
}

const Navigation = createContext<WizardNavigation | null>(null);
export const WizardNavigationProvider = Navigation.Provider;

export function useWizardNavigation(): WizardNavigation {
  const navigation = useContext(Navigation);
  if (!navigation) throw new Error('useWizardNavigation needs the wizard page around it');
  return navigation;
}

/** What the claim's rules of movement need to know, from the store. */
function useNavigationContext(layout: WizardLayout, facts: NavigationFacts): Required<NavigationContext> {
  const { formData, generationComplete } = useAppSelector(selectWizard);
  const owner = useAppSelector(selectOwner);
  const isEditMode = useAppSelector(selectIsEditing);
  const isPaid = useAppSelector(selectIsPaid);
  return {
    layout,
    isEditMode,
    // An account whose session ended has passed the gate: it signs in again where it is.
    isSignedIn: owner !== null,
    subcategoryCount: facts.subcategoryCount,
    hasChosenSubcategory: (formData.disputing?.length ?? 0) > 0,
    isGeneratingComplete: generationComplete,
    isPaid,
  };
}

/** How an address is asked for. The row is kept with the entry of the history: a reload still finds it. */
interface Entry {
  replace?: boolean;
  returnTo?: Position | null;
  row?: string | undefined;
}

export interface NavigationFacts {
  subcategoryCount: number | null;
  /** Nothing moves before it is known which claim this is. */
  isReady: boolean;
  /** The first screen before this one that still lacks an answer. */
  firstIncomplete(end: Position): Position | null;
  flush(): Promise<void>;
}

/**
 * Movement through the wizard. To move is to ask for an address; the store takes the position from the address that is
 * shown, whether a button, a link, Back or Forward led there. Only a claim that is opened or left says itself where it stands.
 */
export function useWizardMovement(facts: NavigationFacts): WizardNavigation {
  const { layout } = useWizardSettings();
  const dispatch = useAppDispatch();
  const search = useSearch();
  const wizard = useAppSelector(selectWizard);
  const context = useNavigationContext(layout, facts);
  const isAnonymous = useAppSelector((state) => state.session.status === 'anonymous' && selectOwner(state) === null);

  const position: Position = { step: wizard.step, subStep: wizard.subStep };
  const furthest = laterPosition(
    progressPosition(wizard.formData),
    positionFromKey(wizard.furthest, layout) ?? { step: 1, subStep: 0 },
  );
  /** Where Continue leads back to, while one answer of an earlier screen is being changed. */
  const returnTo = returnInAddress(search, layout);
  const gate = positionOf(layout, 'account');
  const isLeaving = usePrivateDocument({
    isDue: comparePositions(position, gate) >= 0,
    address: addressOf(position, { returnTo, isPrivate: true }),
    flush: facts.flush,
  });

  const canGoTo = (target: Position): boolean => {
    if (isBehindPayment(target, context)) return false;
    if (samePosition(target, gate)) return true;
    if (isAnonymous && comparePositions(target, gate) > 0) return false;
    return isReached(target, furthest);
  };

  // An address that was asked for: it is shown in a later render, and until then the old one means nothing.
  const asked = useRef<{ search: string; position: Position } | null>(null);
  const show = (target: Position, entry: Entry = {}) => {
    const { replace = false, returnTo: back = null, row } = entry;
    const address = addressOf(target, { returnTo: back, isPrivate: isPrivateAddress(search) });
    if (address.slice(1) === search) return void dispatch(stepChanged(target));
    asked.current = { search: address.slice(1), position: target };
    showAddress(address, { replace, row });
  };
  const move = (target: Position, entry: Entry = {}) => {
    const { step, subStep } = getStore().getState().wizard;
    // Asked twice: a double click, or two events of one sign-in.
    if (samePosition(target, asked.current?.position ?? { step, subStep })) return;
    if (comparePositions(target, furthest) > 0) dispatch(furthestReached(progressKey(target)));
    show(target, entry);
  };

  const goNext = (options: { replace?: boolean } = {}) => {
    if (!returnTo || comparePositions(returnTo, position) <= 0) return move(nextPosition(position, context), options);
    // A changed answer may have opened a question after it (another category, a business instead of a person).
    const open = facts.firstIncomplete(returnTo);
    move(open && !samePosition(open, position) ? open : returnTo, open ? { ...options, returnTo } : options);
  };

  /** The address that the position was taken from. */
  const taken = useRef(search);
  // Before anything is painted: address and screen change together.
  useLayoutEffect(() => {
    const isMoved = taken.current !== search;
    if (asked.current?.search === search) {
      const { position: target } = asked.current;
      asked.current = null;
      taken.current = search;
      if (!samePosition(target, position)) dispatch(stepChanged(target));
      return;
    }
    if (!facts.isReady || (asked.current && !isMoved)) return;
    asked.current = null;
    taken.current = search;
    const named = positionInAddress(search, layout) ?? { step: 1, subStep: 0 };
    if (samePosition(named, position)) return;
    // The claim was opened where its answers lead, or left.
    if (!isMoved) return show(position);
    const target = passOver(named, position, context);
    if (canGoTo(named) && !samePosition(target, position)) dispatch(stepChanged(target));
    else show(position, { replace: true });
  });

  return {
    layout,
    position,
    screen: subStepAt(layout, position)?.id ?? 'category',
    furthest,
    isLeaving,
    goNext,
    goBack: () => move(returnTo ?? previousPosition(position, context)),
    goTo: (target, options) => move(settlePosition(target, context), options),
    jumpToStep(step) {
      const target = jumpPosition(step, furthest, context);
      // A visitor whose answers reach further still passes the gate first.
      if (target) move(canGoTo(target) || !isAnonymous ? target : gate);
    },
    canGoTo,
  };
}

/** Where Back or Forward ends up when its screen is one this visitor is not shown. */
function passOver(named: Position, from: Position, context: NavigationContext): Position {
  const isBackwards = comparePositions(named, from) < 0;
  const settled = settlePosition(named, context);
  if (isAutoSkipped(named, context))
    return isBackwards ? previousPosition(named, context) : nextPosition(named, context);
  if (samePosition(settled, named)) return named;
  return isBackwards ? previousPosition(named, context) : settled;
}
