import { wizardClaim as copy } from '@redress/copy/wizard-claim';
import { CheckboxField } from '@redress/forms';
import { incidentPlace } from '@redress/domain';
import { selectFormData, useAppSelector } from '@redress/session-store';
import { useFormikContext } from 'formik';
import { useEffect, useRef, type ReactNode } from 'react';
import type { Answers } from '../../shared/answers.ts';
import { claimantAddressFrom, hasWholePlace } from '../../shared/same-address.ts';
import { useFillAnswers } from '../../shared/step-form.tsx';
import { useStates } from '../../shared/use-states.ts';
import styles from './party-screen.module.css';

const EMPTY = { address: '', apt: '', city: '', country: '', zipcode: '' };

/**
 * "Same as where it happened": the place is taken over and need not be typed again. What somebody had typed here before
 * comes back when they take the tick away.
 */
export function SameAddressField({ children }: { children: ReactNode }) {
  const data = useAppSelector(selectFormData);
  const states = useStates();
  const { values, setValues } = useFormikContext<Answers>();
  const fill = useFillAnswers();
  const isSame = values.sameAddress === true;
  const typedBefore = useRef<Answers>(EMPTY);
  const wasSame = useRef(isSame);

  useEffect(() => {
    if (wasSame.current === isSame) return;
    wasSame.current = isSame;
    const { address, apt, city, country, zipcode } = values;
    if (isSame) typedBefore.current = { address, apt, city, country, zipcode };
    const next = isSame ? claimantAddressFrom(data) : typedBefore.current;
    void setValues({ ...values, ...next }, false);
    fill(next);
  });

  if (!hasWholePlace(data)) return children;
  const place = incidentPlace(data);
  return (
    <>
      <CheckboxField name="sameAddress" label={copy.claimant.sameAddress} />
      {isSame ? (
        <address className={styles['place']}>
          {[place.address, place.apt].filter(Boolean).join(', ')}
          <br />
          {place.city}, {states.nameOf(place.state)} {place.zipcode}
        </address>
      ) : (
        children
      )}
    </>
  );
}
