import { AppError } from '@redress/contracts';
import type { Platform } from '../../platform/platform.ts';
import { isCommonPassword } from './common-passwords.ts';

/**
 * What the schema does not know: the site's own minimum, and the list of common passwords (R25).
 * @param field - where the message stands
 * @throws {AppError} VALIDATION_FAILED
 */
export function assertGoodPassword(
  password: string,
  field: string,
  { config, text }: Pick<Platform, 'config' | 'text'>,
): void {
  const { passwordMinLength: min } = config;
  if ([...password].length < min) {
    throw new AppError('VALIDATION_FAILED', { fields: { [field]: text('validation.password.short', { min }) } });
  }
  if (isCommonPassword(password)) {
    throw new AppError('VALIDATION_FAILED', { fields: { [field]: 'validation.password.common' } });
  }
}
