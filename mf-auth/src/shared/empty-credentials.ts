import { auth } from '@redress/copy/auth';

/** Two empty fields are one mistake with one sentence (specification, section 5). */
export const emptyCredentials = ({ email, password }: { email: string; password: string }): Record<string, string> => {
  const sentence = auth.refused.empty;
  return { ...(email.trim() ? {} : { email: sentence }), ...(password ? {} : { password: sentence }) };
};
