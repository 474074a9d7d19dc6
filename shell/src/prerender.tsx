import { renderToStaticMarkup } from 'react-dom/server';
import { Frame } from './frame/frame.tsx';

/** The frames the site fills: one a layout. Drawn by the build, never hydrated. */
export const prerender = (layout: string): string =>
  renderToStaticMarkup(<Frame layout={layout === 'account' ? 'account' : 'public'} />);
