import { forms } from '@redress/copy/forms';
// By name, not by path: the form around the field is the shared one, and its context must be the same.
import { GroupFrame, useFormField } from '@redress/forms';
import { Button, visuallyHidden } from '@redress/ui';
import { useId, useState } from 'react';
import { SignaturePad } from './signature-pad.tsx';
import { SignaturePaper } from './signature-paper.tsx';
import styles from './signature.module.css';
import { TypedSignature } from './typed-signature.tsx';

/** Where a name that is being typed outlives the field: another build may take this one's place in the middle of it. */
export interface KeptTyping {
  read(): Typing | null;
  write(typing: Typing | null): void;
}

/** What was typed, with the signature that it came to. */
interface Typing {
  typed: string;
  signature: string | null;
}

export interface SignatureFieldProps {
  name: string;
  label: string;
  hint?: string;
  hideLegend?: boolean;
  /** Who signs, as the letter prints it: a name, or a name and a business. */
  signer?: readonly string[];
  kept?: KeptTyping | undefined;
}

/** A signature as a PNG data URL, drawn or typed (R14: nothing needs a steady hand). */
export function SignatureField({ name, label, hint, hideLegend, signer = [], kept }: SignatureFieldProps) {
  const field = useFormField<string | null | undefined>(name, hint !== undefined);
  const [before] = useState(() => kept?.read());
  const isBefore = before?.signature === (field.value || null);
  const [way, setWay] = useState<'draw' | 'type'>(isBefore ? 'type' : 'draw');
  const [typed, setTyped] = useState(isBefore ? before.typed : '');
  const waysName = useId();

  const choose = (chosen: typeof way) => {
    setWay(chosen);
    kept?.write(chosen === 'type' ? { typed, signature: field.value || null } : null);
  };
  const write = (text: string, signature: string | null) => {
    setTyped(text);
    field.setValue(signature);
    if (way === 'type') kept?.write({ typed: text, signature });
  };

  return (
    <GroupFrame {...field} {...{ label, hint, hideLegend: hideLegend ?? false }}>
      <div className={styles['ways']} role="radiogroup" aria-label={forms.signature.ways}>
        {(['draw', 'type'] as const).map((each) => (
          <label key={each}>
            <input type="radio" name={waysName} value={each} checked={way === each} onChange={() => choose(each)} />
            {forms.signature[each]}
          </label>
        ))}
      </div>
      {way === 'draw' ? (
        <SignaturePaper signer={signer}>
          <SignaturePad
            name={name}
            value={field.value ?? null}
            onChange={field.setValue}
            describedBy={field.aria['aria-describedby']}
          />
        </SignaturePaper>
      ) : (
        <TypedSignature name={name} typed={typed} signature={field.value ?? null} signer={signer} onChange={write} />
      )}
      <div className={styles['foot']}>
        <Button variant="secondary" size="small" onClick={() => write('', null)}>
          {forms.signature.clear}
        </Button>
        <p role="status" className={field.value ? styles['saved'] : visuallyHidden}>
          {field.value ? `✓ ${forms.signature.saved}` : ''}
        </p>
      </div>
    </GroupFrame>
  );
}
