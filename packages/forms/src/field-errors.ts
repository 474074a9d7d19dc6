import { validationText, type ValidationValues } from '@redress/copy/validation';
import type * as z from 'zod/mini';

/** Field name to sentence; nested fields by path (`recipients.0.name`). */
export type FieldErrors = Record<string, string>;

/**
 * What a schema refuses, as sentences in the language of the page: the first one for each field.
 * @param values - numbers the sentences name, such as the bounds of the amount
 */
export function fieldErrors(schema: z.core.$ZodType, input: unknown, values?: ValidationValues): FieldErrors {
  // Schemas of zod/mini bring their parser: a form without one brings none.
  const result = (schema as z.ZodMiniType).safeParse(input);
  if (result.success) return {};
  const errors: FieldErrors = {};
  for (const { path, message } of result.error.issues) {
    errors[path.join('.')] ??= validationText(message, values);
  }
  return errors;
}
