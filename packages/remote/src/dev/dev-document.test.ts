import { DOCUMENT_BLOCKS } from '@redress/contracts/releases';
import { bannerOf, blockOf, devDocument } from './dev-document.ts';

const LOADER = "const a = '<b>' && 1 < 2;";
const html = `<!doctype html><html lang="en"><head><title>Home | Redress</title><style data-href="/assets/shell/files/shell.css">.a>.b{content:"<&"}</style><link rel="preload" as="script" href="/assets/mf-hello/files/page.js"><link rel="preload" as="script" href="/assets/shell/files/a.js"></head><body><noscript><p>No</p></noscript><div id="redress"><main><div data-remote="mf-hello" data-screen="/hello"><h1>Old</h1></div></main></div><script type="application/json" id="${DOCUMENT_BLOCKS.snapshot}">{"payload":"old"}</script><script type="application/json" id="${DOCUMENT_BLOCKS.page}">{"locale":"en","releaseKeys":{"a":"b"},"releaseRoot":{}}</script><script>${LOADER}</script></body></html>`;
const page = {
  remote: 'mf-hello',
  signed: { keyId: 'k', signature: 's', payload: '{"x":"</script><script>alert(1)"}' },
  keys: { k: 'raw' },
  isBorrowed: false,
  banner: bannerOf('mf-hello', ['in <b>']),
};

it('puts the release of this run into the document and trusts its key alone', () => {
  const made = devDocument(html, page);
  expect(blockOf(made, DOCUMENT_BLOCKS.snapshot)).toEqual(page.signed);
  expect(blockOf(made, DOCUMENT_BLOCKS.page)).toEqual({ locale: 'en', releaseKeys: { k: 'raw' }, forDevelopers: true });
  expect(made).not.toContain('<script>alert');
});

it('leaves the text of scripts and sheets as the policy of the site allows it by its hash', () => {
  const made = devDocument(html, page);
  expect(made).toContain(`<script>${LOADER}</script>`);
  expect(made).toContain('.a>.b{content:"<&"}</style>');
});

it('takes out what the deployed build of the remote has put in', () => {
  const made = devDocument(html, page);
  expect(made).not.toContain('mf-hello/files');
  expect(made).not.toContain('Old');
  expect(made).toContain('/assets/shell/files/a.js');
});

it('takes out the screen of a page whose document is borrowed, and keeps the sign-in page', () => {
  const other = html.replace(
    'data-remote="mf-hello" data-screen="/hello"',
    'data-remote="mf-account" data-screen="/billing"',
  );
  expect(devDocument(other, page)).toContain('Old');
  expect(devDocument(other, { ...page, isBorrowed: true, title: 'Hello' })).not.toContain('Old');
  expect(devDocument(other, { ...page, isBorrowed: true, title: 'Hello' })).toContain('<title>Hello</title>');
  const files = other.replace('mf-hello/files/page.js', 'mf-account/files/page.js');
  expect(devDocument(files, page)).toContain('mf-account/files');
  expect(devDocument(files, { ...page, isBorrowed: true })).not.toContain('mf-account/files');
  expect(devDocument(other.replace('/billing', '/login'), { ...page, isBorrowed: true })).toContain('Old');
});

it('says first what this page is', () => {
  expect(devDocument(html, page)).toMatch(
    /<body><link [^>]*><aside [^>]*><p><strong>mf-hello<\/strong><\/p><p>in &lt;b&gt;<\/p>/,
  );
});
