import { DOCUMENT_PARTS, fillDocument } from '@redress/contracts/releases';
import { render, screen, within } from '@testing-library/react';
import { Frame } from './frame.tsx';
import { HELP_LINK } from './regions.ts';

const page = {
  header: {
    site_title: 'Redress',
    site_tagline: 'Say what you are owed.',
    site_logo: '',
    show_navigation: true,
    navigation_items: [
      { title: 'Journal', url: '/journal' },
      { title: 'About', url: '/about' },
    ],
  },
  footer: {
    footer_text: '© 2025 Redress',
    company_email: 'help@example.org',
    social_links: { twitter: 'https://x.example/redress' },
  },
};

/** The frame as a visitor gets it. */
function draw(data: object, layout: 'public' | 'account' = 'public') {
  const { container, unmount } = render(<Frame layout={layout} />);
  const html = container.innerHTML;
  unmount();
  document.body.innerHTML = fillDocument(html, data);
}
afterEach(() => document.body.replaceChildren());

it('holds one place for the remote’s screen', () => {
  const { container } = render(<Frame layout="public" />);
  expect(container.innerHTML.split(DOCUMENT_PARTS.outlet)).toHaveLength(2);
});

it('says in the public layout who, where to, and that this is no law firm', () => {
  draw(page);
  expect(screen.getByRole('link', { name: 'Redress' })).toHaveAttribute('href', '/');
  const navigation = screen.getByRole('navigation', { name: 'Main' });
  expect(
    within(navigation)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['Journal', 'About', 'Help', 'Log in']);
  const footer = screen.getAllByRole('contentinfo')[0]!;
  expect(footer).toHaveTextContent('not a law firm');
  expect(footer).toHaveTextContent('© 2025 Redress');
  expect(within(footer).getByRole('link', { name: 'Terms of Use' })).toHaveAttribute('href', '/terms');
  expect(within(footer).getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/privacy');
  expect(within(footer).getByRole('link', { name: 'help@example.org' })).toHaveAttribute(
    'href',
    'mailto:help@example.org',
  );
  expect(within(footer).getByRole('link', { name: 'X' })).toHaveAttribute('href', 'https://x.example/redress');
  expect(within(footer).queryByRole('link', { name: 'LinkedIn' })).not.toBeInTheDocument();
});

it('says the name and the line of the site at the top and in the footer', () => {
  draw(page);
  expect(screen.getAllByRole('banner')[0]).toHaveTextContent(/Redress ?Say what you are owed\./);
  for (const footer of screen.getAllByRole('contentinfo')) {
    expect(footer).toHaveTextContent(/Redress ?Say what you are owed\./);
  }
  draw({ ...page, header: { ...page.header, site_tagline: '' } });
  expect(document.body).not.toHaveTextContent('owed');
});

it('names the public documents and the address of the site in the footer of both layouts', () => {
  for (const layout of ['public', 'account'] as const) {
    draw(page, layout);
    const links = within(screen.getByRole('contentinfo')).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/prices',
      '/how-it-works',
      '/help',
      '/terms',
      '/privacy',
      'mailto:help@example.org',
      'https://x.example/redress',
    ]);
  }
});

it('has one link to help in the public layout, which stays where it is without scripts', () => {
  draw(page);
  const [link, ...others] = document.querySelectorAll(HELP_LINK);
  expect(link).toHaveAttribute('href', '/help');
  expect(others).toEqual([]);
});

it('leaves out what the site did not supply', () => {
  draw({
    header: { ...page.header, show_navigation: false },
    footer: { ...page.footer, company_email: '', social_links: {} },
  });
  const navigation = screen.getByRole('navigation', { name: 'Main' });
  expect(within(navigation).getAllByRole('link')).toHaveLength(2);
  expect(screen.queryByText(/help@example/)).not.toBeInTheDocument();
});

/** Elements with neither words nor a picture: a gap, or a bullet without anything. */
const emptyOnes = () =>
  [...document.querySelectorAll('p:not([role]), li, a, strong, span, ul, h1, h2')]
    .filter((element) => element.textContent.trim() === '' && !element.querySelector('img, svg'))
    .map((element) => element.outerHTML);

it.each(['public', 'account'] as const)('leaves no empty element where nothing is configured: %s', (layout) => {
  draw(
    {
      header: { site_title: 'Redress', site_tagline: '', site_logo: '', show_navigation: true, navigation_items: [] },
      footer: { footer_text: '', company_email: '', social_links: {} },
    },
    layout,
  );
  expect(emptyOnes()).toEqual([]);
  expect(document.querySelector('img')).toBeNull();
  expect(document.body.textContent).not.toMatch(/undefined|null|%\{/);
});

it('shows every field that is configured, each once in its place', () => {
  const every = {
    header: { ...page.header, site_logo: '/logo.svg' },
    footer: {
      ...page.footer,
      social_links: Object.fromEntries(
        ['linkedin', 'facebook', 'instagram', 'twitter'].map((name) => [name, `https://${name}.example`]),
      ),
    },
  };
  draw(every);
  expect(emptyOnes()).toEqual([]);
  expect(document.querySelector('header img')).toHaveAttribute('src', '/logo.svg');
  const [footer] = screen.getAllByRole('contentinfo');
  for (const name of ['LinkedIn', 'Facebook', 'Instagram', 'X']) {
    expect(within(footer!).getAllByRole('link', { name })).toHaveLength(1);
  }
  expect(document.body.textContent).not.toMatch(/undefined|null|%\{/);
});

it('lets the keyboard skip to the content in both layouts', () => {
  draw(page, 'account');
  const skip = screen.getByRole('link', { name: 'Skip to the main content' });
  expect(document.querySelector(skip.getAttribute('href')!)?.tagName).toBe('MAIN');
});
