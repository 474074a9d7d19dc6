import type { ClaimFormData } from '@redress/contracts';
import type { LetterPart } from '@redress/domain/letter';
import { selectFormData, useAppSelector } from '@redress/session-store';
import { LetterSheet, PrintedLetter } from '@redress/ui/letter';
import { useEffect, useRef, useState } from 'react';
import { useDraft } from '../../shared/draft-context.ts';
import { letterSoFar, PARTS_ASKED } from '../../shared/letter-so-far.ts';
import { useWizardNavigation } from '../../shared/use-wizard-navigation.ts';
import { whenIdle } from '../../shared/when-idle.ts';

/** The pause in which a letter is composed, with the 300 ms after which typing is committed (decision 0604). */
const QUIET_MS = 400;

interface SoFar {
  parts: readonly LetterPart[];
  /** Counts the letters that were composed. */
  generation: number;
}

/** The letter of what the store holds. An account of 20,000 characters takes 20 to 80 ms: never while keys are pressed. */
function useLetterSoFar(data: ClaimFormData): SoFar | null {
  const { uncommitted } = useDraft();
  const [soFar, setSoFar] = useState<SoFar | null>(null);
  const isFirst = useRef(true);

  useEffect(() => {
    let cancelIdle: (() => void) | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const compose = () => {
      isFirst.current = false;
      stopListening?.();
      setSoFar((before) => ({ parts: letterSoFar(data, Date.now()), generation: (before?.generation ?? 0) + 1 }));
    };
    const waitForQuiet = (quietMs: number) => {
      clearTimeout(timer);
      cancelIdle?.();
      timer = setTimeout(() => (cancelIdle = whenIdle(compose)), quietMs);
    };
    const stopListening = uncommitted?.onTyped(() => waitForQuiet(QUIET_MS));
    waitForQuiet(isFirst.current ? 0 : QUIET_MS);
    return () => {
      stopListening?.();
      clearTimeout(timer);
      cancelIdle?.();
    };
  }, [data, uncommitted]);
  return soFar;
}

/** The letter as it would be printed now, on its sheet. Not announced as it grows: it is there to be looked at. */
export function LiveSheet() {
  const data = useAppSelector(selectFormData);
  const { screen } = useWizardNavigation();
  const soFar = useLetterSoFar(data);
  const paper = useRef<HTMLDivElement>(null);
  const asked = PARTS_ASKED[screen];

  // What is asked now is in sight. Within the sheet's own frame: the page stays where it is.
  useEffect(() => {
    const frame = paper.current?.closest('[data-frame]');
    const mark = paper.current?.querySelector('mark');
    if (!frame || !mark) return;
    const from = mark.getBoundingClientRect().top - frame.getBoundingClientRect().top;
    frame.scrollTop += from - frame.clientHeight / 4;
  }, [soFar, screen]);

  return (
    <div ref={paper} aria-busy={soFar === null}>
      <LetterSheet isBeside>
        {/* A composed letter is a new one: lines that make room for others are drawn anew and shift nothing. */}
        {soFar && (
          <PrintedLetter
            key={soFar.generation}
            parts={soFar.parts}
            highlight={asked}
            signature={data.signature || undefined}
          />
        )}
      </LetterSheet>
    </div>
  );
}
