import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { NOT_FOUND_SCREEN } from '@redress/contracts/releases';
import { Frame } from './frame/frame.tsx';
import { NotFound } from './pages/message.tsx';
import { PUBLIC_PAGES } from './pages/public-pages.tsx';
import { TOKENS } from './pages/site-words.tsx';

/** What the build draws for the site to fill, never hydrated: the frame of each layout, and the shell's own pages whole. */
export function prerender(name: string): string {
  const page = PUBLIC_PAGES[name];
  if (page) return drawn(name, page.draw(TOKENS), page.description);
  if (name === NOT_FOUND_SCREEN) return drawn(name, <NotFound />);
  return renderToStaticMarkup(<Frame layout={name === 'account' ? 'account' : 'public'} />);
}

/** A screen; its description stands before it and goes to the head of the document. */
const drawn = (screen: string, content: ReactNode, description?: string): string =>
  renderToStaticMarkup(
    <>
      {description && <meta name="description" content={description} />}
      <div data-remote="shell" data-screen={screen}>
        {content}
      </div>
    </>,
  );
