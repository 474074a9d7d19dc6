import { wizard as copy } from '@redress/copy/wizard';
import { subStepAt, type SubStepId, type Position } from '@redress/domain';
import { ProgressBar, StepRail } from '@redress/ui';
import { useState, type MouseEvent, type PropsWithChildren } from 'react';
import { FirstSheet } from '../features/claim-type/first-sheet.tsx';
import { DraftProvider } from '../shared/draft-context.ts';
import { useSearch } from '../shared/use-address.ts';
import { useWizardMovement, useWizardNavigation, WizardNavigationProvider } from '../shared/use-wizard-navigation.ts';
import { positionInAddress } from '../shared/wizard-address.ts';
import { useWizardSettings } from '../shared/wizard-settings.ts';
import { NO_SERVICES } from './no-services.ts';
import { Screen } from './screen.tsx';
import { stepLabels } from './step-labels.ts';
import { useIsComingBack } from './use-is-coming-back.ts';
import { useLaterScreens } from './use-later-screens.ts';
import styles from './wizard-page.module.css';

/** Screens without the case beside them: they are about the order, and three packages side by side need the width. */
const ORDERING: ReadonlySet<SubStepId> = new Set(['package', 'payment', 'order', 'letter']);

/**
 * The claim wizard: one question a screen, the steps and the case beside it where there is room. This file and the
 * first screen are all that a first visit needs; what saves, checks and asks further comes right after.
 */
export function WizardPage() {
  const { layout } = useWizardSettings();
  const search = useSearch();
  const [wanted] = useState(() => positionInAddress(search, layout));
  const [services, setServices] = useState(NO_SERVICES);
  const isComingBack = useIsComingBack();
  const { draft, lists } = services;
  const navigation = useWizardMovement({
    subcategoryCount: lists.subcategoryCount,
    isReady: draft.isReady,
    firstIncomplete: services.firstIncomplete,
    flush: draft.flush,
  });
  const { position, screen } = navigation;
  const later = useLaterScreens(screen !== 'category' || isComingBack);
  const isReady = draft.isReady || !isComingBack;
  // While the claim is fetched, columns and progress are those of the screen that was asked for: nothing moves when it comes.
  const at = (!isReady && wanted) || position;
  const due = (!isReady && wanted && subStepAt(layout, wanted)?.id) || screen;
  const isOrdering = ORDERING.has(due);
  // From step 2 on the letter grows beside the question; while the file is made it stands in the middle.
  const hasLetter = position.step > 1 && !isOrdering && screen !== 'generating';
  const isFirst = screen === 'category' && !isComingBack;
  const hasSample = isFirst || due === 'subcategories' || due === 'details';
  const Late = later.status === 'ready' ? later.value : null;

  return (
    <WizardNavigationProvider value={navigation}>
      <DraftProvider value={services.forScreens}>
        {Late && <Late.WizardServices layout={layout} wanted={wanted} onChange={setServices} />}
        {/* Whoever comes back is shown another page than the drawn first screen, whose columns are others. */}
        <div
          key={String(isComingBack)}
          className={styles['page']}
          data-sample={hasSample ? '' : undefined}
          data-ordering={isOrdering ? '' : undefined}
        >
          <Steps />
          <div className={styles['main']}>
            <Progress at={at} screen={due}>
              {Late && <Late.SaveStateView isAtRisk={draft.isAtRisk} onRetry={draft.saveNow} />}
            </Progress>
            {Late && <Late.DraftNotices draft={draft} />}
            {Late && <Late.ConflictDialog />}
            <Screen
              key={`${position.step}.${position.subStep}`}
              later={later}
              lists={lists}
              isReady={isReady}
              isOpened={draft.isReady}
            />
            {Late && hasLetter && isReady && <Late.LetterLine />}
          </div>
          {!isOrdering && (
            <div className={styles['case']}>
              {hasSample && <FirstSheet />}
              {!isFirst && Late && isReady && <Late.CaseBeside hasLetter={hasLetter} />}
            </div>
          )}
        </div>
      </DraftProvider>
    </WizardNavigationProvider>
  );
}

/** Above 1280 px: the steps, open as far as the answers go; a closed one says why it stays closed. */
function Steps() {
  const { layout, position, furthest, jumpToStep } = useWizardNavigation();
  const [refused, setRefused] = useState(0);
  const onClick = (event: MouseEvent) => {
    const isClosed = (event.target as Element).closest('button[aria-disabled]');
    setRefused((count) => (isClosed ? count + 1 : 0));
  };
  return (
    // The rail's own buttons are the controls; this only notices that a closed one was pressed.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
    <div className={styles['rail']} onClick={onClick}>
      <StepRail
        steps={stepLabels(layout)}
        current={position.step}
        furthest={Math.max(furthest.step, position.step)}
        onGo={jumpToStep}
        label={copy.steps.label}
        notYetText={copy.steps.notYet}
        doneText={copy.steps.done}
      />
      <p key={refused} role="status" className={styles['refused']}>
        {refused > 0 && copy.steps.notYet}
      </p>
    </div>
  );
}

/** Progress and save state on one line, so that a changed save state moves nothing below it. */
function Progress({ at, screen, children }: PropsWithChildren<{ at: Position; screen: SubStepId }>) {
  const { layout } = useWizardNavigation();
  const labels = stepLabels(layout);
  const index = at.step - 1;
  const name = labels[index]?.name ?? '';
  // The screen that is open counts as begun, so that something of its step is filled, and no step is full before its end.
  const part = (at.subStep + 1) / ((layout.steps[index]?.subSteps.length ?? 0) + 1);
  // Step 5 holds packages, payment and order, which a person sees as three things.
  const seen = screen === 'payment' || screen === 'order' ? copy.steps[screen] : name;
  const text = copy.steps.positionAndName(at.step, layout.steps.length, seen);
  return (
    <div className={styles['progress']}>
      <p>{text}</p>
      <div className={styles['save']}>{children}</div>
      <ProgressBar
        thin
        label={copy.steps.label}
        value={index + part}
        max={labels.length}
        valueText={text}
        segments={labels.map((step) => step.name)}
      />
    </div>
  );
}
