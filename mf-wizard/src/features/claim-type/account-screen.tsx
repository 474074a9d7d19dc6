import { auth } from '@redress/copy/auth';
import { Slot } from '@redress/mf-runtime';
import { selectSession, useAppSelector } from '@redress/session-store';
import { useEffect, useRef } from 'react';
import { ScreenHeading } from '../../shared/screen-heading.tsx';
import { SlotWaiting } from '../../shared/slot-waiting.tsx';
import { useWizardNavigation } from '../../shared/use-wizard-navigation.ts';
import styles from '../../shared/screen.module.css';

/** Step 1, sub-step 3: the account gate, a dialog of mf-auth over this screen. Who is signed in never stays here. */
export function AccountScreen() {
  const { goNext, goBack } = useWizardNavigation();
  const isSignedIn = useAppSelector((state) => selectSession(state).status === 'authenticated');

  // In place of this screen: Back from the next one must not lead to a gate that is open.
  const latest = useRef(goNext);
  useEffect(() => {
    latest.current = goNext;
  });
  useEffect(() => {
    if (isSignedIn) latest.current({ replace: true });
  }, [isSignedIn]);

  return (
    <section className={styles['screen']}>
      <ScreenHeading title={auth.gate.registerTitle} hint={auth.gate.registerText} />
      {!isSignedIn && (
        <Slot
          name="wizard.account-gate"
          fallback={<SlotWaiting onBack={goBack} />}
          onDone={() => goNext({ replace: true })}
          onClose={goBack}
        />
      )}
    </section>
  );
}
