import { wizardClaim as copy } from '@redress/copy/wizard-claim';
import { FailurePanel, late, useLate } from '@redress/mf-runtime';
import { Dialog, Skeleton, TextButton } from '@redress/ui';
import { useId, useState, useSyncExternalStore } from 'react';
import { CaseSoFar } from './case-so-far.tsx';
import styles from './letter-beside.module.css';

const liveSheet = late(() => import(/* webpackChunkName: "letter" */ './live-sheet.tsx'));

/** Room for a readable sheet beside the question; the same width as in `wizard-page.module.css`. */
const WIDE = '(width >= 80rem)';
const watchWidth = (onChange: () => void) => {
  const query = matchMedia(WIDE);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
};
const useIsWide = () => useSyncExternalStore(watchWidth, () => matchMedia(WIDE).matches);

/** The case beside the question: its facts and, where it is due and there is room, the letter above them. */
export function CaseBeside({ hasLetter }: { hasLetter: boolean }) {
  const isWide = useIsWide();
  return (
    <div className={styles['column']}>
      {hasLetter && isWide && <SheetBeside />}
      <CaseSoFar />
    </div>
  );
}

function SheetBeside() {
  const sheet = useLate(liveSheet);
  const heading = useId();
  // The question can be answered without it.
  if (sheet.status === 'failed') return null;
  return (
    <div className={styles['beside']}>
      <h2 id={heading}>{copy.letterSoFar.heading}</h2>
      <p>{copy.letterSoFar.draft}</p>
      <div
        data-frame
        className={styles['frame']}
        role="region"
        aria-labelledby={heading}
        aria-busy={sheet.status === 'waiting'}
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable with the keyboard
        tabIndex={0}
      >
        {sheet.status === 'ready' && <sheet.value.LiveSheet />}
      </div>
    </div>
  );
}

/** Where there is no room beside the question: one line, which opens the letter over it. */
export function LetterLine() {
  const isWide = useIsWide();
  const [isOpen, setOpen] = useState(false);
  if (isWide) return null;
  return (
    <div className={styles['line']}>
      <TextButton onClick={() => setOpen(true)}>{copy.letterSoFar.open}</TextButton>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={copy.letterSoFar.heading} size="wide">
        <p className={styles['draft']}>{copy.letterSoFar.draft}</p>
        <OpenedSheet />
      </Dialog>
    </div>
  );
}

function OpenedSheet() {
  const sheet = useLate(liveSheet);
  if (sheet.status === 'failed') return <FailurePanel onRetry={sheet.retry} />;
  if (sheet.status === 'waiting') return <Skeleton shape="block" count={3} />;
  return <sheet.value.LiveSheet />;
}
