export { Form, type FormProps, type SubmitRefusal } from './form.tsx';
export { fieldErrors, type FieldErrors } from './field-errors.ts';
export { useEarlyChoice, useEarlyInput } from './early-input.ts';
export { useFillFields, useFormField, type FormField } from './use-form-field.ts';
export { FieldError, FieldFrame, GroupFrame, type FieldTexts } from './fields/field.tsx';
export {
  AmountField,
  CodeField,
  DateField,
  EmailField,
  PasswordField,
  PhoneField,
  TextArea,
  TextField,
  ZipField,
  type TextFieldProps,
} from './fields/text-fields.tsx';
export {
  CheckboxCards,
  CheckboxField,
  FieldRow,
  RadioCards,
  SelectField,
  type Option,
} from './fields/choice-fields.tsx';
export { AddressFields } from './address/address-fields.tsx';
export { AddressBlock, type AddressBlockProps, type AddressFieldNames } from './address/address-block.tsx';
export type { PlaceSource, PlaceSuggestion } from './address/use-place-search.ts';
