import { forms } from '@redress/copy/forms';
// By name, not by path: the form around the field is the shared one, and its context must be the same.
import { GroupFrame, useFormField } from '@redress/forms';
import { visuallyHidden } from '@redress/ui';
import { useId, useState } from 'react';
import { SignaturePad } from './signature-pad.tsx';
import { SignaturePaper } from './signature-paper.tsx';
import styles from './signature.module.css';
import { TypedSignature } from './typed-signature.tsx';

export interface SignatureFieldProps {
  name: string;
  label: string;
  hint?: string;
  hideLegend?: boolean;
  /** Who signs, as the letter prints it: a name, or a name and a business. */
  signer?: readonly string[];
}

/** A signature as a PNG data URL, drawn or typed (R14: nothing needs a steady hand). */
export function SignatureField({ name, label, hint, hideLegend, signer = [] }: SignatureFieldProps) {
  const field = useFormField<string | null | undefined>(name, hint !== undefined);
  const [way, setWay] = useState<'draw' | 'type'>('draw');
  const [typed, setTyped] = useState('');
  const waysName = useId();

  const clear = () => {
    setTyped('');
    field.setValue(null);
  };

  return (
    <GroupFrame {...field} {...{ label, hint, hideLegend: hideLegend ?? false }}>
      <div className={styles['ways']} role="radiogroup" aria-label={forms.signature.ways}>
        {(['draw', 'type'] as const).map((each) => (
          <label key={each}>
            <input type="radio" name={waysName} value={each} checked={way === each} onChange={() => setWay(each)} />
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
        <TypedSignature
          name={name}
          typed={typed}
          signature={field.value ?? null}
          signer={signer}
          onChange={(text, dataUrl) => {
            setTyped(text);
            field.setValue(dataUrl);
          }}
        />
      )}
      <div className={styles['foot']}>
        <button type="button" className={styles['clear']} onClick={clear}>
          {forms.signature.clear}
        </button>
        <p role="status" className={field.value ? styles['saved'] : visuallyHidden}>
          {field.value ? `✓ ${forms.signature.saved}` : ''}
        </p>
      </div>
    </GroupFrame>
  );
}
