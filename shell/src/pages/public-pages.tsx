import { guide } from '@redress/copy/guide';
import { help } from '@redress/copy/help';
import { privacy, terms } from '@redress/copy/legal';
import type { ReactNode } from 'react';
import { HelpPage } from './help-page.tsx';
import { HowItWorksPage } from './how-it-works-page.tsx';
import { LegalPage } from './legal-page.tsx';
import { PricesPage } from './prices-page.tsx';
import type { SiteWords } from './site-words.tsx';

export interface PublicPage {
  title: string;
  /** Description for search engines and for who shares the address. */
  description: string;
  /** Whether it says prices, which are asked for first. */
  saysPrices?: true;
  draw(words: SiteWords): ReactNode;
}

const titled = ({ title, description }: { title: string; description: string }) => ({ title, description });

/** The shell's own pages by path. The build draws each whole: the document is read without scripts. */
export const PUBLIC_PAGES: Readonly<Record<string, PublicPage>> = {
  '/prices': { ...titled(guide.prices), saysPrices: true, draw: (words) => <PricesPage words={words} /> },
  '/how-it-works': { ...titled(guide.how), saysPrices: true, draw: (words) => <HowItWorksPage words={words} /> },
  '/help': { ...titled(help), draw: (words) => <HelpPage words={words} /> },
  '/terms': { ...titled(terms), draw: (words) => <LegalPage kind="terms" words={words} /> },
  '/privacy': { ...titled(privacy), draw: (words) => <LegalPage kind="privacy" words={words} /> },
};
