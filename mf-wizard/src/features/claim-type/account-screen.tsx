import { wizardClaim as copy } from '@redress/copy/wizard-claim';
import { Slot } from '@redress/mf-runtime';
import { selectSession, useAppSelector } from '@redress/session-store';
import { visuallyHidden } from '@redress/ui';
import { useEffect, useEffectEvent } from 'react';
import { ScreenHeading } from '../../shared/screen-heading.tsx';
import { SlotWaiting } from '../../shared/slot-waiting.tsx';
import { useWizardNavigation } from '../../shared/use-wizard-navigation.ts';
import styles from './account-screen.module.css';
import { DetailsScreen } from './details-screen.tsx';

/**
 * Step 1, sub-step 3: the account gate, a dialog of mf-auth over the details, which stay in view and take no input.
 * Who is signed in never stays here.
 */
export function AccountScreen() {
  const { goNext, goBack } = useWizardNavigation();
  const isSignedIn = useAppSelector((state) => selectSession(state).status === 'authenticated');

  // In place of this screen: Back from the next one must not lead to a gate that is open.
  const leave = useEffectEvent(() => goNext({ replace: true }));
  useEffect(() => {
    if (isSignedIn) leave();
  }, [isSignedIn]);

  return (
    <div className={styles['stack']}>
      <div className={styles['under']} inert aria-hidden>
        <DetailsScreen />
      </div>
      {/* After the details: the title of the document is the one set last. */}
      <div className={styles['over']}>
        <div className={visuallyHidden}>
          <ScreenHeading title={copy.account.heading} />
        </div>
        {!isSignedIn && (
          <Slot
            name="wizard.account-gate"
            fallback={<SlotWaiting onBack={goBack} />}
            onDone={() => goNext({ replace: true })}
            onClose={goBack}
          />
        )}
      </div>
    </div>
  );
}
