import { DEFAULT_WIZARD_SETTINGS } from '@redress/contracts';
import type { PageData } from '@redress/contracts/releases';

/** Page-supplied data with the defaults of the site configuration, for a remote that runs alone. */
export const ALONE_PAGE: PageData = {
  // There is one document: nothing has to be kept out of it.
  documentClass: 'private',
  header: {
    site_title: 'Redress',
    site_tagline: 'Say what you are owed. We put it in writing.',
    site_logo: '',
    show_navigation: false,
    navigation_items: [],
    seo: { meta_title: 'Redress', meta_description: '', meta_keywords: '' },
  },
  footer: { footer_text: `© ${new Date().getUTCFullYear()} Redress`, company_email: '', social_links: {} },
  offer: { enabled: true },
  wizard: DEFAULT_WIZARD_SETTINGS,
  locale: 'en',
  releaseKeys: {},
  stripeScript: '',
  sandbox: true,
};
