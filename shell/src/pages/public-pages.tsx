import { privacy, terms } from '@redress/copy/legal';
import type { ReactNode } from 'react';
import { LegalPage } from './legal-page.tsx';
import type { SiteWords } from './site-words.tsx';

interface PublicPage {
  title: string;
  /** For search engines and for who shares the address. */
  description: string;
  draw(words: SiteWords): ReactNode;
}

/** The shell's own pages by path. The build draws each whole: the document is read without scripts. */
export const PUBLIC_PAGES: Readonly<Record<string, PublicPage>> = {
  '/terms': { ...terms, draw: (words) => <LegalPage kind="terms" words={words} /> },
  '/privacy': { ...privacy, draw: (words) => <LegalPage kind="privacy" words={words} /> },
};
