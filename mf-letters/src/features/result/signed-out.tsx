import { common } from '@redress/copy/common';
import { letters } from '@redress/copy/letters';
import { Slot } from '@redress/mf-runtime';
import { Button, Notice } from '@redress/ui';
import { useState } from 'react';

/** Signed out on the server while writing: sign in again right here; the text stays, and is saved afterwards. */
export function SignedOut({ onSignedIn }: { onSignedIn: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const texts = letters.signedOut;
  return (
    <Notice
      tone="warning"
      live
      title={texts.heading}
      actions={<Button onClick={() => setOpen(true)}>{texts.logIn}</Button>}
    >
      {texts.text}
      {isOpen && (
        <Slot
          name="wizard.account-gate"
          fallback={<p role="status">{common.loadingText}</p>}
          onDone={onSignedIn}
          onClose={() => setOpen(false)}
        />
      )}
    </Notice>
  );
}
