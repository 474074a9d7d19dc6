import { findPlatformFaults, leakingSelectors } from './platform-faults.ts';

it.each([
  ['export const a = 1', 'ES_MODULE'],
  ['import{a}from"./a.js";a()', 'ES_MODULE'],
  ['import"./a.js"', 'ES_MODULE'],
  ['const r={};r.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE=1', 'OWN_COPY'],
  ['i(!s(),`You cannot render a <Router> inside another <Router>. You should`)', 'OWN_COPY'],
])('finds what does not fit: %s', (source, code) => {
  expect(findPlatformFaults('a.js', source)).toMatchObject([{ code, file: 'a.js' }]);
});

it.each([
  ['import("./later.js").then(run)'],
  ['const it = { export: 1, import: 2 }; it.export; it.import'],
  ['for (const key of ["__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE"]) read(key)'],
  ['const text = "export default"; // import a from "b"'],
])('lets scripts and words pass: %s', (source) => {
  expect(findPlatformFaults('a.js', source)).toEqual([]);
});

it.each([
  ['body{margin:0}', ['body']],
  [':root{--paper:red}', [':root']],
  ['*,.mine{color:red}', ['*']],
  ['@media (width>1px){@layer remote{h1,h2{color:red}}}', ['h1', 'h2']],
  ['p:not(.mine){color:red}', ['p:not(.mine)']],
  ['@layer a,b;@import "x.css";#redress{display:none}', ['@import', '#redress']],
  ['.a{color:red}@IMPORT url(//cdn.example/x.css)', ['@import']],
  ['.a{content:"/*"}body{margin:0}.b{content:"*/"}', ['body']],
  ['.a{background:url(/*)}body{margin:0}.b{background:url(*/)}', ['body']],
  ['.a{content:"x\n}body{margin:0}', ['body']],
  ['@MEDIA print{body{margin:0}}', ['body']],
  ['@m\\65 dia print{body{margin:0}}', ['body']],
  [':is(body,.mine){margin:0}', [':is(body,.mine)']],
  [':where(.mine,:is(*,.a)) p{margin:0}', [':where(.mine,:is(*,.a)) p']],
  ['p:not(:is(:is(.mine))){color:red}', ['p:not(:is(:is(.mine)))']],
  ['[hidden]{display:block}', ['[hidden]']],
  ['.a{color:red}}body{color:red}', ['body']],
])('finds a selector that reaches what is not the remote’s: %s', (css, selectors) => {
  expect(leakingSelectors(css)).toEqual(selectors);
});

it.each([
  ['@layer reset,tokens;@layer remote{.page h1,.page :is(p,li){margin:0}.page::before{content:"}body{"}}'],
  ['@font-face{font-family:x}@keyframes spin{from{rotate:0}to{rotate:1turn}}@page{margin:0}.a{color:red}'],
  ['/* body{} */ html .dark-mf{color:red} html:has(.a){color:red} [data-remote="mf-x"] p{color:red}'],
  [':is(.a,.b:not(p)) p{color:red}p:is(.a){background:url(data:image/svg+xml,<svg>{};</svg>)}li:nth-child(2 of .a){}'],
  ['.a{color:red;p{color:blue}&:hover{color:red}}.md\\:flex{display:flex}'],
])('lets styles of the remote alone pass: %s', (css) => {
  expect(leakingSelectors(css)).toEqual([]);
});

it.each([
  ['an address that has no end', 'url(a '.repeat(15_000), []],
  ['what nobody nests so deep', 'a' + ':is('.repeat(10_000) + ')'.repeat(10_000) + '{}', ['a:is(:is(']],
])('reads %s in no time', (_, css, found) => {
  const began = performance.now();
  expect(leakingSelectors(css)).toEqual(found.map((selector) => expect.stringContaining(selector)));
  expect(performance.now() - began).toBeLessThan(1_000);
});
