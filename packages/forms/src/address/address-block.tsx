import { forms } from '@redress/copy/forms';
import type { PlaceResult } from '@redress/contracts';
import { visuallyHidden } from '@redress/ui';
import { useEffect, useRef, useState } from 'react';
import { useFillFields } from '../use-form-field.ts';
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
  const fillFields = useFillFields();
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
    fillFields({
      ...(place.street ? { [names.address]: place.street } : {}),
      ...(place.city ? { [names.city]: place.city } : {}),
      [names.state]: matchState(place.state) ?? '',
      [names.zipcode]: zipcode,
    });
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
