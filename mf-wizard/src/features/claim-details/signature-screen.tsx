import { SIGNATURE_MAX_CHARACTERS } from '@redress/contracts';
import { validationText } from '@redress/copy/validation';
import { wizardClaim as copy } from '@redress/copy/wizard-claim';
import { claimantOf, incidentPlace } from '@redress/domain';
import { SignatureField, type KeptTyping } from '@redress/forms/signature';
import { PERSONAL_STORAGE_PREFIX, selectFormData, stored, useAppSelector } from '@redress/session-store';
import * as z from 'zod/mini';
import type { Answers } from '../../shared/answers.ts';
import { StepForm } from '../../shared/step-form.tsx';
import { useStates } from '../../shared/use-states.ts';
import styles from './story-screens.module.css';

const problem = ({ signature }: Answers): Record<string, string> => {
  if (!signature) return { signature: validationText('signature.required') };
  return signature.length > SIGNATURE_MAX_CHARACTERS ? { signature: validationText('signature.tooLarge') } : {};
};

const Typing = z.object({ typed: z.string(), signature: z.nullable(z.string()) });
const keptTyping: KeptTyping = stored(
  'tab',
  `${PERSONAL_STORAGE_PREFIX}signature`,
  (kept) => z.safeParse(Typing, kept).data ?? null,
);

/** Step 4, sub-step 3: drawn or typed, under the declaration. The law is that of the place where it happened. */
export function SignatureScreen() {
  const data = useAppSelector(selectFormData);
  const states = useStates();
  const { personName, name } = claimantOf(data);
  const state = states.nameOf(incidentPlace(data).state) || (data.selectedState ?? '');
  return (
    <StepForm title={copy.signature.heading} hint={copy.signature.why} fields={['signature']} check={problem}>
      <p className={styles['declaration']}>{copy.signature.declaration(state)}</p>
      <SignatureField
        name="signature"
        label={copy.signature.heading}
        hideLegend
        signer={[...new Set([personName, name])].filter(Boolean)}
        kept={keptTyping}
      />
    </StepForm>
  );
}
