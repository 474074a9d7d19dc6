import { wizardClaim as copy } from '@redress/copy/wizard-claim';
import { CheckboxField, useFillFields, useFormField } from '@redress/forms';
import { incidentPlace } from '@redress/domain';
import { selectFormData, useAppSelector } from '@redress/session-store';
import { useEffect, useRef, type ReactNode } from 'react';
import { claimantAddressFrom, hasWholePlace } from '../../shared/same-address.ts';
import { useStates } from '../../shared/use-states.ts';
import styles from './party-screen.module.css';

/**
 * "Same as where it happened": the place is taken over and need not be typed again. What was typed here before
 * comes back when they take the tick away.
 */
export function SameAddressField({ children }: { children: ReactNode }) {
  const data = useAppSelector(selectFormData);
  const states = useStates();
  const isSame = useFormField<boolean>('sameAddress').value === true;
  const typed = {
    address: useFormField<string>('address').value,
    apt: useFormField<string>('apt').value,
    city: useFormField<string>('city').value,
    country: useFormField<string>('country').value,
    zipcode: useFormField<string>('zipcode').value,
  };
  const fill = useFillFields();
  const typedBefore = useRef({ address: '', apt: '', city: '', country: '', zipcode: '' });
  const wasSame = useRef(isSame);

  useEffect(() => {
    if (wasSame.current === isSame) return;
    wasSame.current = isSame;
    if (isSame) typedBefore.current = typed;
    fill(isSame ? claimantAddressFrom(data) : typedBefore.current);
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
