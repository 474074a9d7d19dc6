import type { AnswerOf, letterTracking } from '@redress/contracts';
import { letters } from '@redress/copy/letters';
import { AppLink } from '@redress/mf-runtime';
import { Button } from '@redress/ui';
import styles from './demand-letters.module.css';

type Act = NonNullable<AnswerOf<typeof letterTracking>['mailings'][number]['next_acts']>[number];

/** What can be done with one press about a letter that did not arrive. */
export function NextActs({ acts, claimId, onView }: { acts: readonly Act[]; claimId: string; onView: () => void }) {
  const { regularPost, newAddress, courtPapers } = letters.timeline.acts;
  if (acts.length === 0) return null;
  const draw: Record<Act, React.ReactNode> = {
    'regular-post': (
      <Button size="small" variant="secondary" onClick={onView}>
        {regularPost}
      </Button>
    ),
    'new-address': <AppLink to={`/case/${claimId}`}>{newAddress}</AppLink>,
    'court-papers': <AppLink to="/court-documents">{courtPapers}</AppLink>,
  };
  return (
    <ul className={styles['acts']}>
      {acts.map((act) => (
        <li key={act}>{draw[act]}</li>
      ))}
    </ul>
  );
}
