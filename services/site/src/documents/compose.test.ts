import { rebaseStyle } from './compose.ts';

it('lets no sheet end its element', () => {
  expect(rebaseStyle('.a::after{content:"</style><h1>Pay here</h1></STYLE >"}', '/')).toBe(
    '.a::after{content:"<\\/style><h1>Pay here</h1><\\/STYLE >"}',
  );
});

const base = '/assets/mf-wizard/files/';
it('makes addresses of a sheet those of the site, and lets one that is none stand', () => {
  const named = '.a{background:url("./a.svg")}.b{background:url( "b (1).png" )}';
  expect(rebaseStyle(named, base)).toBe(named.replace('./', base).replace(/ "b (.1.).png" /, `"${base}b%20$1.png"`));
  // It threw: with it, the documents of every other remote.
  expect(rebaseStyle('.a{background:url(ftp://[)}', base)).toBe('.a{background:url(ftp://[)}');
});

it('reads an address that has no end in no time', () => {
  const began = performance.now();
  for (const css of [`url(${' '.repeat(2_000)}`, 'url(a '.repeat(10_000), 'url("a '.repeat(10_000)])
    expect(rebaseStyle(css, base)).toBe(css);
  expect(performance.now() - began).toBeLessThan(1_000);
});
