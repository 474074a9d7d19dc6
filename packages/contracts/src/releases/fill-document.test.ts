import { fillDocument } from './fill-document.ts';

const page = {
  header: {
    site_title: 'A & <b>',
    navigation_items: [
      { title: 'Help', url: '/help?a="1"' },
      { title: '%{header.site_title}', url: '/x' },
    ],
  },
  footer: { company_email: '' },
};

it('escapes what it puts in, for text and for quoted attributes', () => {
  expect(fillDocument('<a title="%{header.site_title}">', page)).toBe('<a title="A &#38; &#60;b&#62;">');
});

it('repeats a section for each entry, and reads no token out of a filled text', () => {
  const template = '%{#header.navigation_items}<a href="%{url}">%{title}</a>%{/header.navigation_items}';
  expect(fillDocument(template, page)).toBe(
    '<a href="/help?a=&#34;1&#34;">Help</a><a href="/x">%{header.site_title}</a>',
  );
});

it('says something else where a text is empty, or leaves a section out, as it does unknown tokens', () => {
  const template = '%{?header.site_title}yes%{/header.site_title}%{!header.site_title}no%{/header.site_title}';
  expect([page, {}].map((of) => fillDocument(template, of))).toEqual(['yes', 'no']);
  const leftOut = '[%{?footer.company_email}mail %{footer.company_email}%{/footer.company_email}%{no.such}]';
  expect(fillDocument(leftOut, page)).toBe('[]');
});

it('leaves sections that nobody closes or nests so deep as they are, and reads thousands of them in no time', () => {
  const open = '%{#header.navigation_items}'.repeat(16_000);
  const names = [...Array(6_000).keys()].map((key) => key.toString(2).replaceAll('0', 'a').replaceAll('1', 'b'));
  const nested = names.reduce((inner, name) => `%{!${name}}${inner}%{/${name}}`, 'here');
  const began = performance.now();
  expect(fillDocument(open, page)).toBe(open);
  expect(fillDocument(nested, page)).toContain('}here%{/');
  expect(performance.now() - began).toBeLessThan(1_000);
});
