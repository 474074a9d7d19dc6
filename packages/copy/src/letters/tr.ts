import type { Translation } from '../catalogue.ts';
import type { en } from './en.ts';

/** The specification mentions the text of a failed PDF as Turkish (section 8). */
export const tr: Translation<typeof en> = {
  list: { pdf: { failed: (reason) => `PDF oluşturulamadı: ${reason}`, unknown: 'Bilinmeyen hata' } },
};
