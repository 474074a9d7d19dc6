import { letters } from '@redress/copy/letters';
import { lateScreen } from '@redress/mf-runtime';
import { Button, Dialog, Skeleton } from '@redress/ui';
import type { LetterHandle } from './use-letter.ts';

// Comparing needs the domain's line diff: fetched when two texts are to be compared.
const LetterDiff = lateScreen(
  () => import('./letter-diff.tsx').then((module) => module.LetterDiff),
  <Skeleton shape="block" />,
);

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
      {redated && <LetterDiff before={redated.before} after={redated.after.demand_letter} onlyChanges />}
    </Dialog>
  );
}
