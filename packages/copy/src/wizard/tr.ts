import type { Translation } from '../catalogue.ts';
import type { en } from './en.ts';

export const tr: Translation<typeof en> = {
  category: {
    loadFailed: 'Kategoriler alınamadı',
    loadError: 'Kategoriler yüklenirken bir hata oluştu',
  },
};
