import { createContext, useContext } from 'react';

export interface FormBehaviour {
  formId: string;
  /** Gives fields another value, by name: Formik holds it, the owner of the page is told, what was refused is judged anew. */
  change: (values: Record<string, unknown>) => void;
}

const FormContext = createContext<FormBehaviour | null>(null);
export const FormBehaviourProvider = FormContext.Provider;

export function useFormBehaviour(): FormBehaviour {
  const behaviour = useContext(FormContext);
  if (!behaviour) throw new Error('A field stands outside a <Form>.');
  return behaviour;
}
