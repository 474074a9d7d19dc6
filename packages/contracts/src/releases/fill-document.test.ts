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
  const list = fillDocument(
    '%{#header.navigation_items}<a href="%{url}">%{title}</a>%{/header.navigation_items}',
    page,
  );
  expect(list).toBe('<a href="/help?a=&#34;1&#34;">Help</a><a href="/x">%{header.site_title}</a>');
});

it('says something else where a text is empty', () => {
  const template = '%{?header.site_title}yes%{/header.site_title}%{!header.site_title}no%{/header.site_title}';
  expect(fillDocument(template, page)).toBe('yes');
  expect(fillDocument(template, {})).toBe('no');
});

it('leaves out a section whose text is empty, and unknown tokens', () => {
  expect(
    fillDocument('[%{?footer.company_email}mail %{footer.company_email}%{/footer.company_email}%{no.such}]', page),
  ).toBe('[]');
});
