import { Email, NewPassword, Password, SixDigitCode } from '@redress/contracts';
import { validationText } from '@redress/copy/validation';
import * as z from 'zod/mini';

export const LoginForm = z.object({ email: Email, password: Password });
export const RegisterForm = z.object({ email: Email, password: NewPassword });
export const CodeForm = z.object({ code: SixDigitCode });
export const EmailForm = z.object({ email: Email });

/** Two empty fields are one mistake with one sentence (specification, section 5). */
export const emptyCredentials = ({ email, password }: { email: string; password: string }): Record<string, string> => {
  const sentence = validationText('credentials.empty');
  return { ...(email.trim() ? {} : { email: sentence }), ...(password ? {} : { password: sentence }) };
};
