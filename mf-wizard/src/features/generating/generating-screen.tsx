import { send } from '@redress/api-client/send';
import { common } from '@redress/copy/common';
import { generatingFile } from '@redress/copy/generating';
import { wizardClaim as copy } from '@redress/copy/wizard-claim';
import { GENERATING_PAUSE_MS, positionOf, subStepAt, type SubStepId } from '@redress/domain';
import { announce } from '@redress/mf-runtime';
import {
  generationCompleted,
  generationStarted,
  getStore,
  selectFormData,
  selectIsEditing,
  useAppDispatch,
  useAppSelector,
} from '@redress/session-store';
import { Button, ButtonRow, Notice } from '@redress/ui';
import { useEffect, useRef, useState } from 'react';
import { ErrorNotice } from '../../shared/error-notice.tsx';
import { useDraft } from '../../shared/draft-context.ts';
import { ScreenHeading } from '../../shared/screen-heading.tsx';
import { incompleteScreens } from '../../shared/screen-checks.ts';
import { useWizardNavigation } from '../../shared/use-wizard-navigation.ts';
import { localToday } from '../../shared/local-today.ts';
import { useWizardSettings } from '../../shared/wizard-settings.ts';
import { useSubcategoriesQuery } from '../../shared/wizard.api.ts';
import { CheckAnswers } from './check-answers.tsx';
import { GatherList } from './gather-list.tsx';
import { review } from './generating.api.ts';
import { generatedFrom, isGeneratedFrom, lastRun, rememberRun } from './last-run.ts';
import { LetterPreview } from './letter-preview.tsx';
import { StageList } from './stage-list.tsx';
import { runStages, STAGE_NAMES, type RunState, type StageName, type StageRun } from './stage-runner.ts';
import styles from './generating-screen.module.css';

const START: RunState = { stage: 0, results: {}, failure: null };

/**
 * Step 4, sub-step 4. Six stages, each with what the server found; the whole letter to read and every answer to check
 * before a package is chosen. Continues by itself 2 s after the last stage, or 4 s after the letter was last moved.
 */
export function GeneratingScreen() {
  const { goNext, goBack, layout, position } = useWizardNavigation();
  // Reading B has only Back here, and continues by itself.
  const hasNext = subStepAt(layout, position)?.hasNextButton ?? true;
  const incomplete = useIncompleteScreens();
  const isComplete = incomplete.length === 0;
  const { run, isFinished, isFresh, tryAgain } = useRun(isComplete);
  // Editing, Continue rewrites a letter: that is asked for, never a matter of waiting.
  const isEditing = useAppSelector(selectIsEditing);
  const [isStaying, setStaying] = useState(isEditing);

  const [isReadingAll, setReadingAll] = useState(false);
  const { isReading, onMoved } = useGoingOn(isFresh && !isStaying, isReadingAll, () => goNext());

  const renewed = useRenewedLetter(isFinished);
  const letter =
    renewed ?? run.results.done?.letter ?? run.results['trial-support']?.letter ?? run.results.letter?.letter;
  const gather = run.results['trial-support']?.findings.flatMap(({ items }) => items ?? []) ?? [];
  const [isPrintingList, setPrintingList] = useState(false);
  const stay = () => (!isFinished || isFresh ? setStaying(true) : undefined);

  return (
    <section className={styles['screen']}>
      <ScreenHeading title={generatingFile.generating.heading} />
      {!isComplete && <MissingAnswers incomplete={incomplete} />}
      <ButtonRow>
        {(hasNext || isEditing) && (
          <Button aria-disabled={!isFinished} onClick={() => isFinished && goNext()}>
            {isEditing ? copy.editMode.update : common.actions.continue}
          </Button>
        )}
        {isComplete && !isStaying && (isFresh || !isFinished) && (
          <Button variant="secondary" onClick={() => setStaying(true)}>
            {generatingFile.generating.stay}
          </Button>
        )}
        <Button variant="secondary" onClick={goBack}>
          {common.actions.back}
        </Button>
      </ButtonRow>
      <p role="status" className={styles['auto']}>
        {isFresh && !isStaying && (isReading ? generatingFile.generating.reading : generatingFile.generating.goingOn)}
        {isStaying && (isEditing ? copy.editMode.staying : generatingFile.generating.staying)}
      </p>
      {isComplete && (
        <StageList run={run}>
          {run.failure && (
            <ErrorNotice error={run.failure} title={generatingFile.generating.failedText} onRetry={tryAgain} />
          )}
        </StageList>
      )}
      {isFinished && (
        <Notice tone="success" live>
          {generatingFile.generating.finished}
        </Notice>
      )}
      {isComplete && (
        <LetterPreview
          text={letter ?? null}
          isBeside={isPrintingList}
          isOpen={isReadingAll}
          onOpen={(isOpen) => {
            onMoved();
            setReadingAll(isOpen);
          }}
          onMoved={onMoved}
        />
      )}
      {/* Whoever is at these stays. */}
      <div className={styles['reading']} onFocusCapture={stay} onPointerDownCapture={stay} onWheelCapture={stay}>
        {gather.length > 0 && <GatherList items={gather} isPrinting={isPrintingList} onPrinting={setPrintingList} />}
        <CheckAnswers incomplete={incomplete} onFound={() => setStaying(true)} />
      </div>
    </section>
  );
}

/** The wait after the letter was last moved: somebody may be reading it. */
const READING_PAUSE_MS = 4_000;

/**
 * Goes on by itself when the file is made, unless the letter is being read.
 * @param isHeld - the letter lies open over the screen
 * @returns whether it was read, and what each movement of the reader calls
 */
function useGoingOn(isDue: boolean, isHeld: boolean, goOn: () => void) {
  const [isReading, setReading] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef({ goOn, isReading, isWaiting: false });
  useEffect(() => {
    latest.current = { goOn, isReading, isWaiting: isDue && !isHeld };
  });
  const wait = (ms: number) => {
    clearTimeout(timer.current);
    // The letter takes the focus as it opens, before this knows that it is open.
    timer.current = setTimeout(() => latest.current.isWaiting && latest.current.goOn(), ms);
  };
  useEffect(() => {
    if (!isDue || isHeld) return;
    wait(latest.current.isReading ? READING_PAUSE_MS : GENERATING_PAUSE_MS);
    return () => clearTimeout(timer.current);
  }, [isDue, isHeld]);
  const onMoved = () => {
    setReading(true);
    if (latest.current.isWaiting) wait(READING_PAUSE_MS);
  };
  return { isReading, onMoved };
}

function useIncompleteScreens(): SubStepId[] {
  const data = useAppSelector(selectFormData);
  const { range } = useWizardSettings();
  const { currentData } = useSubcategoriesQuery({ parent_id: data.situation ?? '' }, { skip: !data.situation });
  const hasSubcategories = currentData ? currentData.data.length > 0 : null;
  return incompleteScreens(data, { range, today: localToday(), hasSubcategories });
}

/** The run of this visit, or an earlier one for exactly these answers. */
function useRun(isComplete: boolean) {
  const dispatch = useAppDispatch();
  const draft = useDraft();
  const answers = generatedFrom(useAppSelector(selectFormData));
  const [known] = useState(() => (isGeneratedFrom(answers) ? lastRun() : null));
  const [run, setRun] = useState<RunState>(known ?? START);
  const [isFresh, setFresh] = useState(false);
  const current = useRef<StageRun>(null);
  const parts = useRef({ draft, answers });

  useEffect(() => {
    if (known || !isComplete) return;
    dispatch(generationStarted());
    let latest = START;
    let isSaved: Promise<void> | undefined;
    const started = runStages({
      async ask(stage: StageName) {
        // What the server reviews must be what is on screen.
        await (isSaved ??= parts.current.draft.flush());
        const { formSessionId } = getStore().getState().wizard;
        if (!formSessionId) {
          isSaved = undefined;
          return { error: { code: 'OFFLINE', message: '', status: 0 } };
        }
        return send(review, { form_session_id: formSessionId, stage });
      },
      onChange(state) {
        if (state.stage > latest.stage) {
          const done = STAGE_NAMES[state.stage - 1];
          if (done) announce(`${generatingFile.generating.stages[done]}: ${generatingFile.generating.done}`);
        }
        if (state.failure) isSaved = undefined;
        latest = state;
        setRun(state);
      },
      onComplete() {
        rememberRun(parts.current.answers, latest);
        dispatch(generationCompleted());
        setFresh(true);
      },
    });
    current.current = started;
    return () => started.stop();
  }, [known, isComplete, dispatch]);

  return { run, isFinished: run.stage >= STAGE_NAMES.length, isFresh, tryAgain: () => current.current?.tryAgain() };
}

/** The letter once more when a tick has changed what stands in it, after everything was found; `null` until then. */
function useRenewedLetter(isFinished: boolean): string | null {
  const { flush } = useDraft();
  const { sentenceChoices } = useAppSelector(selectFormData);
  const first = useRef(sentenceChoices);
  const [letter, setLetter] = useState<string | null>(null);
  useEffect(() => {
    if (!isFinished || sentenceChoices === first.current) return;
    let isCurrent = true;
    void (async () => {
      await flush();
      const { formSessionId } = getStore().getState().wizard;
      if (!formSessionId) return;
      const result = await send(review, { form_session_id: formSessionId, stage: 'letter' });
      if (isCurrent && 'data' in result && result.data.letter) setLetter(result.data.letter);
    })();
    return () => {
      isCurrent = false;
    };
  }, [isFinished, sentenceChoices, flush]);
  return letter;
}

/** Nothing is generated from half a claim: what is missing, each with the way to it. */
function MissingAnswers({ incomplete }: { incomplete: readonly SubStepId[] }) {
  const { layout, position, goTo } = useWizardNavigation();
  const [first] = incomplete;
  return (
    <Notice
      tone="warning"
      live
      title={copy.check.missingTitle}
      actions={
        first && (
          <Button onClick={() => goTo(positionOf(layout, first), { returnTo: position })}>
            {copy.check.goToMissing}
          </Button>
        )
      }
    >
      {copy.check.missingText}
    </Notice>
  );
}
