export { Form, type FormProps, type SubmitRefusal } from './form.tsx';
export { fieldErrors, zodValidate, type FieldErrors } from './zod-validate.ts';
export { useFormField, type FormField } from './use-form-field.ts';
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
