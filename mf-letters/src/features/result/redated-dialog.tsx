import { letters } from '@redress/copy/letters';
import { Button, Dialog } from '@redress/ui';
import { LateLetterDiff } from './late-letter-diff.tsx';
import type { LetterHandle } from './use-letter.ts';

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
      {redated && <LateLetterDiff before={redated.before} after={redated.after.demand_letter} onlyChanges />}
    </Dialog>
  );
}
