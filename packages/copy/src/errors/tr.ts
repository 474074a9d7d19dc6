import type { Translation } from '../catalogue.ts';
import type { en } from './en.ts';

/** The specification mentions these as Turkish texts (section 8). */
export const tr: Translation<typeof en> = {
  stateRequired: 'Eyalet bilgisi bulunamadı. Lütfen önceki adımlarda bir eyalet seçin.',
  taxUnknown: 'Bu eyalet için vergi oranı bulunamadı. Lütfen farklı bir eyalet seçin.',
  pdfFailed: 'PDF oluşturulamadı. Lütfen biraz sonra tekrar deneyin.',
};
