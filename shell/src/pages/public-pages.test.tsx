import { fillDocument, priceList, NOT_FOUND_SCREEN } from '@redress/contracts/releases';
import { render, screen } from '@testing-library/react';
import { config } from '../../remote.config.ts';
import { followContents } from './follow-contents.ts';
import { PUBLIC_PAGES } from './public-pages.tsx';
import { wordsOf } from './site-words.tsx';

const prices = priceList([
  { id: 'x', title: 'Letter & more', desc: 'A "letter".', price: 39, originalPrice: 59, frequency: 'One Time', features: ['One <b>', 'Two'], popular: true },
  { id: 'y', title: 'All', desc: 'All of it.', price: 1_199.5, originalPrice: null, frequency: 'One Time', features: [], popular: false },
]); // prettier-ignore
const every = {
  prices,
  header: { site_title: 'Acme & Sons <Claims>' },
  footer: { company_email: 'help@acme.example', postal_address: '1 Main Street\nAmes, IA 50010' },
};
const none = { header: { site_title: 'Redress' }, footer: { company_email: '' } };
const paths = Object.keys(PUBLIC_PAGES);

// The build draws in Node, which has one; jsdom has none, and drawing at once sends nothing through it.
Object.assign(globalThis, {
  MessageChannel: class {
    port1 = {};
    port2 = {};
  },
});
// Loaded before the first test: reading it is no part of what a test may take.
const { prerender } = await import('../prerender.tsx');

/** The document's own markup, as a visitor without scripts gets it. */
const documentOf = (path: string, data: object) => {
  document.body.innerHTML = fillDocument(prerender(path), data);
  return document.querySelector('[data-screen]')!;
};
afterEach(() => document.body.replaceChildren());

it('has a page for each route, and draws each of them at build time', () => {
  expect(config.routes.map(({ path }) => path).sort()).toEqual([...paths].sort());
  expect(config.prerender).toEqual(expect.arrayContaining([...paths, NOT_FOUND_SCREEN]));
});

describe.each(paths)('%s', (path) => {
  it.each([
    ['every field of the site configuration', every],
    ['none', none],
  ])('says the same in its document and where a link leads to it, with %s', (_, data) => {
    const { container, unmount } = render(<>{PUBLIC_PAGES[path]!.draw(wordsOf(data))}</>);
    const linked = container.innerHTML;
    unmount();
    const drawn = documentOf(path, data);
    expect(drawn.innerHTML).toBe(linked);
    expect(drawn.textContent).not.toMatch(/%\{|undefined|null/);
  });

  it('describes itself, and its contents lead to each of its parts', () => {
    const drawn = documentOf(path, every);
    expect(document.querySelector('meta[name="description"]')).toHaveAttribute(
      'content',
      PUBLIC_PAGES[path]!.description,
    );
    expect(drawn.querySelectorAll('h1')).toHaveLength(1);
    const contents = [...drawn.querySelectorAll<HTMLAnchorElement>('[data-contents] a')];
    expect(contents.map(({ hash, textContent }) => [hash, textContent])).toEqual(
      [...drawn.querySelectorAll('section')].map(({ id, firstElementChild }) => [
        `#${id}`,
        firstElementChild!.textContent,
      ]),
    );
    expect(new Set(contents.map(({ hash }) => hash)).size).toBe(contents.length);
  });
});

it('says each price as it stands in the table, what each package holds, and an honest sentence when there is no table', () => {
  const page = documentOf('/prices', every);
  expect(page).toHaveTextContent('Letter & moreMost Popular$39.00 One TimeA "letter".One <b>Two');
  expect(page).toHaveTextContent('$1,199.50');
  expect(page.textContent).not.toMatch(/59|cannot show/);
  expect(documentOf('/how-it-works', every)).toHaveTextContent('Letter & more$39.00');
  for (const path of ['/prices', '/how-it-works']) {
    expect(documentOf(path, none)).toHaveTextContent('We cannot show the prices at this moment');
    expect(document.body.textContent).not.toMatch(/\$\d/);
  }
});

it('names a person only where the site has an address', () => {
  documentOf('/prices', every);
  expect(screen.getByRole('link', { name: 'help@acme.example' })).toHaveAttribute('href', 'mailto:help@acme.example');
  expect(screen.getByText(/1 Main Street/)).toBeInTheDocument();
  expect(documentOf('/prices', none)).not.toHaveTextContent(/person|mailto|Write to us/);
});

it('says that a page is not there with the ways on, without scripts', () => {
  document.body.innerHTML = prerender(NOT_FOUND_SCREEN);
  expect(screen.getByRole('heading', { level: 1, name: 'Page not found' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Go to the first page' })).toHaveAttribute('href', '/');
});

describe('the contents', () => {
  const current = () => document.querySelector('[data-contents] [aria-current]')?.textContent;
  const scrollTo = (tops: Record<string, number>, { y = 1, height = 5_000 } = {}) => {
    for (const part of document.querySelectorAll('section'))
      part.getBoundingClientRect = () => ({ top: tops[part.id] ?? 9_999 }) as DOMRect;
    Object.assign(window, { scrollY: y });
    Object.defineProperty(document.documentElement, 'scrollHeight', { value: height, configurable: true });
    window.dispatchEvent(new Event('scroll'));
  };
  beforeEach(() => {
    render(<>{PUBLIC_PAGES['/terms']!.draw(wordsOf(none))}</>);
  });

  it('mark the part that is read, and the last one at the end of the page', () => {
    const stop = followContents();
    scrollTo({ 'what-we-do': 400 }, { y: 0 });
    expect(current()).toBe('What we do');
    scrollTo({ 'what-we-do': -300, 'what-we-do-not-do': 40 });
    expect(current()).toBe('What we do not do');
    const end = { 'what-we-do': -900, 'what-we-do-not-do': -700, limits: 500, changes: 600 };
    scrollTo(end, { y: 5_000 - innerHeight });
    expect(current()).toBe('Changes');
    location.hash = '#limits';
    scrollTo(end, { y: 5_000 - innerHeight });
    expect(current()).toBe('Limits');
    location.hash = '#what-we-do';
    scrollTo(end, { y: 5_000 - innerHeight });
    expect(current()).toBe('Changes');
    stop();
    scrollTo({ 'what-we-do': 0 });
    expect(current()).toBe('Changes');
  });
});
