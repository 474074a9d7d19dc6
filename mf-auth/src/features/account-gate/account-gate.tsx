import { selectSession, selectUser, useAppSelector } from '@redress/session-store';
import type { SlotProps } from '@redress/contracts';
import { auth } from '@redress/copy/auth';
import { Dialog } from '@redress/ui';
import { useEffect, useRef, useState } from 'react';
import shared from '../../shared/auth.module.css';
import styles from './account-gate.module.css';
import { VerificationForm } from '../../shared/code-form.tsx';
import { GoogleSignIn } from '../../shared/google-sign-in.tsx';
import { useSiteTitle } from '../../shared/site-title.ts';
import { GateForm, type GateMode } from './gate-form.tsx';
import { usePendingCode } from './use-pending-code.ts';

/**
 * Fills `wizard.account-gate` (step 1, sub-step 3): register or sign in over the wizard, then the code.
 * A signed-in person does not see it (R32), also when they signed in in another tab.
 */
export function AccountGate({ onDone, onClose }: SlotProps['wizard.account-gate']) {
  const session = useAppSelector(selectSession);
  const user = useAppSelector(selectUser);
  // After a session has ended there is an account.
  const hasAccount = session.status === 'anonymous' && session.ended === true;
  const [mode, setMode] = useState<GateMode>(hasAccount ? 'login' : 'register');
  const [email, setEmail] = useState('');
  const [verifying, setVerifying] = useState<string | null>(null);
  const siteTitle = useSiteTitle();
  const passed = useRef(false);

  const done = () => {
    if (passed.current) return;
    passed.current = true;
    onDone();
  };
  useEffect(() => {
    if (user) done();
  });
  usePendingCode(session.status === 'anonymous', setVerifying);

  if (user) return null;
  if (verifying) {
    return (
      <Dialog open title={auth.verify.title} onClose={() => setVerifying(null)}>
        <div className={shared['dialog']}>
          <VerificationForm email={verifying} onVerified={done} />
        </div>
      </Dialog>
    );
  }
  const isRegister = mode === 'register';
  return (
    <Dialog
      open
      title={isRegister ? auth.gate.registerTitle : auth.gate.loginTitle(siteTitle)}
      onClose={onClose}
      closeLabel={auth.gate.close}
    >
      <div className={shared['dialog']}>
        {isRegister && <p>{auth.gate.registerText}</p>}
        <GateForm
          key={mode}
          mode={mode}
          email={email}
          onEmail={setEmail}
          onVerify={setVerifying}
          onSignedIn={done}
          onLogInInstead={() => setMode('login')}
        />
        <p className={shared['or']}>{auth.google.or}</p>
        <GoogleSignIn onSignedIn={done} returnTo={() => '/'} />
        <div className={shared['switch']}>
          <span>{isRegister ? auth.register.haveAccount : auth.login.noAccount}</span>
          <button type="button" className={shared['link']} onClick={() => setMode(isRegister ? 'login' : 'register')}>
            {isRegister ? auth.register.logIn : auth.login.signUp}
          </button>
        </div>
        <p className={styles['small']}>{auth.gate.notLawFirm(siteTitle)}</p>
      </div>
    </Dialog>
  );
}

export { AccountGate as slot };
