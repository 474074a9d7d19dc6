import { rebaseStyle } from './compose.ts';

it('lets no sheet end its element', () => {
  expect(rebaseStyle('.a::after{content:"</style><h1>Pay here</h1></STYLE >"}', '/')).toBe(
    '.a::after{content:"<\\/style><h1>Pay here</h1><\\/STYLE >"}',
  );
});

it('makes addresses of a sheet those of the site, and lets one that is none stand', () => {
  const base = '/assets/mf-wizard/files/';
  expect(rebaseStyle('.a{background:url("./a.svg")}', base)).toBe(
    '.a{background:url("/assets/mf-wizard/files/a.svg")}',
  );
  // It threw: with it, the documents of every other remote.
  expect(rebaseStyle('.a{background:url(ftp://[)}', base)).toBe('.a{background:url(ftp://[)}');
});
