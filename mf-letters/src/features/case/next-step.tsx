import type { CaseFile } from '@redress/contracts';
import { longDay } from '@redress/copy/format';
import { letters } from '@redress/copy/letters';
import { AppLink, navigateTo } from '@redress/mf-runtime';
import { claimNamed, useAppDispatch } from '@redress/session-store';
import { Button, Notice } from '@redress/ui';
import styles from './case.module.css';
import { letterOfStep, Offer } from './further-letter.tsx';

type Step = keyof typeof letters.case.steps;
const isKnown = (step: string): step is Step => Object.hasOwn(letters.case.steps, step);
const LETTER_STEPS: readonly string[] = ['to_read', 'held', 'looking', 'approved', 'writing'];
/** Their forms stand on this page. */
const DONE_HERE: readonly string[] = ['closed', 'ask', 'offer', 'not_them', 'plan', 'plan_late'];
const TO_COURT: readonly string[] = ['unpaid', 'dispute', 'plan_broken', 'filed', 'hearing', 'judged'];
const TRACKED: readonly string[] = [
  'posting',
  'not_posted',
  'refused',
  'unclaimed',
  'undeliverable',
  'returned',
  'wait',
];

/** The one thing to do now, why, and until when. */
export function NextStep({ file }: { file: CaseFile }) {
  const { step, until } = file.next;
  const { court } = letters.case;
  const { title, why } = letters.case.steps[isKnown(step) ? step : 'other'];
  const letter = letterOfStep(file);
  const offered = letter?.standing === 'offered' ? letter : undefined;
  // Another letter is one way; court, with the papers that were bought for it, is the other.
  const isOnlyWay = offered !== undefined && !TO_COURT.includes(step);
  return (
    <Notice
      tone={step === 'closed' ? 'success' : step === 'wait' || step === 'plan' ? 'info' : 'warning'}
      title={title}
      actions={!isOnlyWay && <StepAct file={file} letterId={letter?.form_session_id ?? file.form_session_id} />}
    >
      {!isOnlyWay && <p>{step === 'closed' ? letters.case.closedAs(file.closed ?? '') : why}</p>}
      {/* The day to pay by is no end of what can be sent now. */}
      {until && !offered && (
        <p>
          {step === 'hearing' ? court.upcoming(court.of.hearing, longDay(until)) : letters.case.until(longDay(until))}
        </p>
      )}
      {offered && (
        <div className={styles['offer']}>
          <h3>{letters.case.further.kinds[offered.package_id].title}</h3>
          <Offer caseId={file.form_session_id} letter={offered} />
        </div>
      )}
    </Notice>
  );
}

/** Where the step is done. What is asked on this page has its form below. */
function StepAct({ file, letterId }: { file: CaseFile; letterId: string }) {
  const dispatch = useAppDispatch();
  const { step } = file.next;
  const { acts } = letters.case;
  const readLetter = () => {
    dispatch(claimNamed(letterId));
    navigateTo('/result');
  };
  if (DONE_HERE.includes(step)) return null;
  if (TO_COURT.includes(step))
    return file.has_court_papers ? <AppLink to="/court-documents">{acts.papers}</AppLink> : null;
  if (LETTER_STEPS.includes(step)) {
    return (
      <Button size="small" onClick={readLetter}>
        {acts.letter}
      </Button>
    );
  }
  if (TRACKED.includes(step)) return <AppLink to={`/demand-letters?claim=${letterId}`}>{acts.track}</AppLink>;
  return <AppLink to="/dashboard">{acts.home}</AppLink>;
}
