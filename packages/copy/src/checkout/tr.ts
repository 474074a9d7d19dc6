import type { Translation } from '../catalogue.ts';
import type { en } from './en.ts';

/** The specification mentions the texts of tax failures as Turkish (section 8). */
export const tr: Translation<typeof en> = {
  tax: {
    stateMissing: 'Eyalet bilgisi bulunamadı. Lütfen önceki adımlarda bir eyalet seçin.',
    notFound: 'Bu eyalet için vergi oranı bulunamadı. Lütfen farklı bir eyalet seçin.',
    failed: 'Vergi hesaplanırken bir hata oluştu.',
  },
};
