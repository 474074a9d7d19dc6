import type { MenuEntry } from '@redress/contracts/releases';
import { aShellBuild, anAccountBuild, fakeReleases, type FakeBuild } from '../testing/fake-releases.ts';
import { aSite, type TestSite } from '../testing/test-site.ts';

const FRAME =
  '<nav>%{#side_bar.entries}<a href="%{to}" aria-current="%{current}">%{?icon.file_text}[file]%{/icon.file_text}%{?icon.house}[house]%{/icon.house}%{label}</a>%{/side_bar.entries}</nav><!--redress-outlet-->';

const shell = aShellBuild('5e', { 'account.html': FRAME, 'account.css': '.bar{display:flex}' });
shell.build.exposes['./account'] = { js: [], css: ['account.css'] };

const account = (buildId: string, menu?: MenuEntry[]): FakeBuild => {
  const { build, files } = anAccountBuild();
  const routes = [...build.routes, { ...build.routes[0]!, path: '/notes', title: 'Notes' }];
  return { files, build: { ...build, routes, buildId: buildId.padEnd(12, '0'), ...(menu ? { menu } : {}) } };
};
const home: MenuEntry = { to: '/dashboard', label: 'Home', icon: 'house', order: 10 };
const notes: MenuEntry = { to: '/notes', label: 'Q&A', icon: 'file-text', order: 5 };

const releases = fakeReleases(shell, account('a1', [home]));
let site: TestSite;
beforeAll(async () => {
  site = await aSite(releases);
});
afterAll(() => site.close());
beforeEach(() => releases.serve([shell, account('a1', [home])]));
const barOf = async (path: string) => /<nav>.*<\/nav>/.exec((await site.get(path)).body)?.[0];

it('draws what the builds of the release declare, and takes it back with them', async () => {
  const before = '<nav><a href="/dashboard" aria-current="page">[house]Home</a></nav>';
  expect(await barOf('/dashboard')).toBe(before);
  await releases.serve([shell, account('b2', [home, notes])]);
  expect(await barOf('/dashboard')).toBe(
    '<nav><a href="/notes" aria-current="false">[file]Q&#38;A</a><a href="/dashboard" aria-current="page">[house]Home</a></nav>',
  );
  expect(await barOf('/notes')).toContain('<a href="/notes" aria-current="page">');
  await releases.serve([shell, account('a1', [home])]);
  expect(await barOf('/dashboard')).toBe(before);
});

it('has the styles of the side bar with the first bytes', async () => {
  expect((await site.get('/dashboard')).body).toContain('.bar{display:flex}');
});

it('leads nowhere that is switched off', async () => {
  const { build } = account('a1', [home, notes]);
  const other = { ...anAccountBuild().build, name: 'mf-other', routes: [{ ...build.routes[0]!, path: '/other' }] };
  await releases.serve([shell, { build: { ...other, menu: [] }, files: anAccountBuild().files }], {
    'mf-account': { routes: build.routes, slots: [] },
  });
  expect(await barOf('/other')).toBe('<nav></nav>');
});
