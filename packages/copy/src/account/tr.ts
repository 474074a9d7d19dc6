import type { Translation } from '../catalogue.ts';
import type { en } from './en.ts';

/** The specification mentions the alerts of failed resuming and deleting as Turkish texts (section 8). */
export const tr: Translation<typeof en> = {
  sessions: {
    resumeFailed: 'Oturum açılırken bir hata oluştu. Lütfen tekrar deneyin.',
    deleteFailed: 'Oturum silinirken bir hata oluştu. Lütfen tekrar deneyin.',
  },
};
