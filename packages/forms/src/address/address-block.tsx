import { forms } from '@redress/copy/forms';
import type { PlaceResult } from '@redress/contracts';
import { visuallyHidden } from '@redress/ui';
import { useFormikContext } from 'formik';
import { useEffect, useRef, useState } from 'react';
import { useFormBehaviour } from '../form-context.ts';
import { SelectField, type Option } from '../fields/choice-fields.tsx';
import { FieldRow } from '../fields/choice-fields.tsx';
import { TextField, ZipField } from '../fields/text-fields.tsx';
import { PlaceField } from './place-field.tsx';
import type { PlaceSource } from './use-place-search.ts';
import { zipInAddress } from '@redress/domain';

/** Names of the five fields: the claimant's, the other side's and the place where it happened differ only in these. */
export interface AddressFieldNames {
  address: string;
  apt: string;
  city: string;
  state: string;
  zipcode: string;
}

export interface AddressBlockProps {
  names: AddressFieldNames;
  states: readonly Option[];
  /** The value of a state as a provider wrote it, or null: then it is asked for, never guessed (R16). */
  matchState: (written: string) => string | null;
  places: PlaceSource;
  /** `section-claimant`, so that a browser fills the right address. */
  autoCompleteSection?: string;
}

const HIGHLIGHT_MS = 2_000;

/** Street, unit, city, state and ZIP, filled from a suggestion or by hand. */
export function AddressBlock({ names, states, matchState, places, autoCompleteSection }: AddressBlockProps) {
  const { values, setValues, errors, setErrors } = useFormikContext<Record<string, unknown>>();
  const { onFieldChange, validate } = useFormBehaviour();
  const zip = useRef<HTMLInputElement>(null);
  const [isZipHighlighted, setZipHighlighted] = useState(false);
  const [status, setStatus] = useState('');
  const token = (name: string) => (autoCompleteSection ? `${autoCompleteSection} ${name}` : 'off');

  useEffect(() => {
    if (!isZipHighlighted) return;
    const timer = setTimeout(() => setZipHighlighted(false), HIGHLIGHT_MS);
    return () => clearTimeout(timer);
  }, [isZipHighlighted]);

  const fill = (place: PlaceResult) => {
    const zipcode = (place.zipcode || zipInAddress(place.formatted_address) || '').replace(/[^0-9]/g, '');
    const filled: Record<string, unknown> = { ...values };
    if (place.street) filled[names.address] = place.street;
    if (place.city) filled[names.city] = place.city;
    filled[names.state] = matchState(place.state) ?? '';
    filled[names.zipcode] = zipcode;
    void setValues(filled, false);
    for (const name of [names.address, names.city, names.state, names.zipcode]) onFieldChange(name, filled);
    const standing = validate(filled);
    const kept = Object.entries(errors).filter(([name]) => !Object.values(names).includes(name) || standing[name]);
    setErrors(Object.fromEntries(kept) as never); // flat names, as Form sets them
    if (zipcode) {
      setStatus(forms.places.filled);
    } else {
      setStatus(forms.places.zipMissing);
      setZipHighlighted(true);
      zip.current?.focus();
    }
  };

  return (
    <>
      <PlaceField
        name={names.address}
        label={forms.address}
        hint={forms.places.hint}
        autoComplete={token('address-line1')}
        places={places}
        onPick={fill}
      />
      <TextField name={names.apt} label={forms.apt} optional autoComplete={token('address-line2')} width="half" />
      <FieldRow>
        <TextField name={names.city} label={forms.city} autoComplete={token('address-level2')} />
        <SelectField
          name={names.state}
          label={forms.state}
          placeholder={forms.chooseState}
          options={states}
          autoComplete={token('address-level1')}
        />
        <ZipField
          name={names.zipcode}
          label={forms.zip}
          autoComplete={token('postal-code')}
          inputRef={zip}
          highlighted={isZipHighlighted}
          width="full"
        />
      </FieldRow>
      <p role="status" className={visuallyHidden}>
        {status}
      </p>
    </>
  );
}
