import type { Catalogue } from '../platform/text.ts';

export const en: Catalogue = {
  mail: {
    footer:
      'You get this mail because of an account or a letter at {site}. Redress is not a law firm and gives no legal advice.',
  },
};
