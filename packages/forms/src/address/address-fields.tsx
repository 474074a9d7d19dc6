import { forms } from '@redress/copy/forms';
import { STATE_OPTIONS } from '@redress/domain';
import { FieldRow, SelectField } from '../fields/choice-fields.tsx';
import { TextField, ZipField } from '../fields/text-fields.tsx';

const STATES = STATE_OPTIONS.map(({ code, name }) => ({ value: code, label: name }));

/** `address`, `apt`, `city`, `state` and `zipcode` of somebody else, typed by hand. */
export function AddressFields() {
  return (
    <>
      <TextField name="address" label={forms.address} />
      <TextField name="apt" label={forms.apt} optional />
      <FieldRow>
        <TextField name="city" label={forms.city} />
        <SelectField name="state" label={forms.state} options={STATES} placeholder={forms.chooseState} />
        <ZipField name="zipcode" label={forms.zip} width="full" />
      </FieldRow>
    </>
  );
}
