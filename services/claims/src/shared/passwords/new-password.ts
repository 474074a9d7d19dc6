import { AppError } from '@redress/contracts';
import type { Platform } from '../../platform/platform.ts';
import { isCommonPassword } from './common-passwords.ts';

/** The product's name alone, however it is written and whatever digits or signs stand around it. */
const isProductName = (password: string): boolean =>
  password.normalize('NFKC').toLowerCase().replace(/\P{L}/gu, '') === 'redress';

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
  if (isCommonPassword(password) || isProductName(password)) {
    throw new AppError('VALIDATION_FAILED', { fields: { [field]: 'validation.password.common' } });
  }
}
