import { letters } from '@redress/copy/letters';
import { Button, Dialog, Skeleton } from '@redress/ui';
import { lazy, Suspense } from 'react';
import type { LetterHandle } from './use-letter.ts';

// Comparing needs the domain's line diff: fetched when two texts are to be compared.
const LetterDiff = lazy(() => import('./letter-diff.tsx').then((module) => ({ default: module.LetterDiff })));

/** A letter that would go out on a later day than its own was dated anew: what changed, before anything is sent. */
export function RedatedDialog({ letter, onApprove }: { letter: LetterHandle; onApprove: () => void }) {
  const { redated, closeRedated } = letter;
  const texts = letters.redated;
  return (
    <Dialog
      open={redated !== null}
      title={texts.heading}
      size="wide"
      onClose={closeRedated}
      footer={
        <>
          <Button variant="secondary" onClick={closeRedated}>
            {texts.later}
          </Button>
          <Button
            onClick={() => {
              closeRedated();
              onApprove();
            }}
          >
            {letters.result.approve}
          </Button>
        </>
      }
    >
      <p>{texts.text}</p>
      {redated && (
        <Suspense fallback={<Skeleton shape="block" />}>
          <LetterDiff before={redated.before} after={redated.after.demand_letter} onlyChanges />
        </Suspense>
      )}
    </Dialog>
  );
}
