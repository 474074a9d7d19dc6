import { minified } from './css-minimizer.ts';

it('writes styles as every browser reads them that the site is sent to', async () => {
  const signing = 'animation: draw linear both; animation-timeline: view(); animation-range: entry 40% entry 140%';
  const { code } = await minified({ 'a.css': `.a { ${signing}; user-select: all; hyphens: auto }` });
  expect(code).toMatch(/-webkit-user-select:all.*-webkit-hyphens.*draw;animation-timeline:view\(\);animation-range:/);
});
