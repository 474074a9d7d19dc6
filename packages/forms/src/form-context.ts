import { createContext, useContext } from 'react';

export interface FormBehaviour {
  formId: string;
  /** Tells the owner of the page that a field holds something else now; Formik has it already. */
  onFieldChange: (name: string, values: Record<string, unknown>) => void;
  /** Errors of the given values, as Continue would find them. */
  validate: (values: Record<string, unknown>) => Record<string, string>;
}

const FormContext = createContext<FormBehaviour | null>(null);
export const FormBehaviourProvider = FormContext.Provider;

export function useFormBehaviour(): FormBehaviour {
  const behaviour = useContext(FormContext);
  if (!behaviour) throw new Error('A field stands outside a <Form>.');
  return behaviour;
}
