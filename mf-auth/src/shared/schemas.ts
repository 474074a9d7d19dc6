import { Email, NewPassword, Password, SixDigitCode } from '@redress/contracts';
import * as z from 'zod/mini';

export const LoginForm = z.object({ email: Email, password: Password });
export const RegisterForm = z.object({ email: Email, password: NewPassword });
export const CodeForm = z.object({ code: SixDigitCode });
export const EmailForm = z.object({ email: Email });
