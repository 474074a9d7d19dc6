import { shell as words } from '@redress/copy/shell';
import { aRemote, aShell, type BuildFixture } from '../testing/index.ts';
import type { BuildSet } from './build-set.ts';
import { budgetOf, checkChange, REMOTE_BYTES, SHELL_LABELS, shapesUnread, type GateInput } from './gate.ts';

const setOf = (...builds: BuildFixture[]): BuildSet =>
  Object.fromEntries(builds.map(({ descriptor }) => [descriptor.name, descriptor]));

const check = (before: BuildFixture[], after: BuildFixture[], more: Partial<GateInput> = {}) =>
  checkChange({
    before: setOf(...before),
    after: setOf(...after),
    facts: {},
    wroteDrafts: {},
    isRollback: false,
    ...more,
  }).map(({ code }) => code);

const shell = aShell();
const wizard = aRemote({ buildId: 'a' });
const withSlot = aRemote({ buildId: 'a', change: ({ config }) => (config.slots = { 'wizard.payment': './x.tsx' }) });
const next = (change: NonNullable<Parameters<typeof aRemote>[0]>['change'] = () => {}, buildId = 'b') =>
  aRemote({ buildId, change });

it('finds nothing against a first release and an ordinary next one', () => {
  expect(check([], [shell, wizard])).toEqual([]);
  expect(check([shell, wizard], [shell, next()])).toEqual([]);
});

it('finds a script that build.json does not list', () => {
  expect(check([shell], [shell, next((build) => delete build.files['lifecycles.js'])])).toEqual(['INTEGRITY_MISSING']);
});

it('finds a file that no pin covers, whatever it is called', () => {
  const loading = (file: string, change: (build: BuildFixture['descriptor']) => void) =>
    next((build) => {
      build.files[file] = build.files['entry.js']!;
      change(build);
    });
  expect(check([shell], [shell, loading('entry.mjs', (build) => (build.entry = 'entry.mjs'))])).toEqual([
    'INTEGRITY_MISSING',
  ]);
  const asText = loading('page.txt', ({ exposes }) => exposes['./lifecycles']!.css.push('page.txt'));
  expect(check([shell], [shell, asText])).toEqual(['INTEGRITY_MISSING']);
  // What every object has is no file.
  const inherited = next(({ prerendered }) => (prerendered['/']!.html = 'constructor'));
  expect(check([shell], [shell, inherited])).toEqual(['INTEGRITY_MISSING']);
});

it('finds a slot and a route that no build serves any more', () => {
  expect(check([shell, withSlot], [shell, next()])).toEqual(['SLOT_REMOVED']);
  expect(check([shell, wizard], [shell, next(({ config }) => (config.routes = []))])).toEqual(['ROUTE_REMOVED']);
});

describe('a rollback', () => {
  const added = next(({ config, exposes }) => {
    config.routes.push({ ...config.routes[0]!, path: '/new' });
    config.slots = { 'wizard.payment': './x.tsx' };
    exposes['./slot/wizard.payment'] = exposes['./extra'] = exposes['./lifecycles']!;
  });
  const user = (uses: { slots: string[]; links: string[] }) =>
    aRemote({ name: 'mf-letters', change: (build) => (build.uses = uses) });
  const back = (other: BuildFixture) => check([shell, added, other], [shell, wizard, other], { isRollback: true });

  it('is not refused for what the build it leaves has added', () => {
    expect(back(user({ slots: [], links: ['/'] }))).toEqual([]);
    expect(back(aRemote({ name: 'mf-letters' }))).toEqual([]);
  });

  it('is refused for a slot that another remote draws and a page that another one links to', () => {
    expect(back(user({ slots: ['wizard.payment'], links: [] }))).toEqual(['SLOT_REMOVED']);
    expect(back(user({ slots: [], links: ['/new'] }))).toEqual(['ROUTE_REMOVED']);
  });

  it('is refused when a remote asks for a shared package that the shell offers no more', () => {
    const newer = aShell({
      buildId: '77',
      change: ({ exposes }) => (exposes['./shared/@redress/forms'] = exposes['./shell']!),
    });
    const asking = next(({ exposes }) => (exposes['./lifecycles']!.later = ['@redress/forms']));
    expect(check([newer, asking], [shell, asking], { isRollback: true })).toEqual(['EXPOSE_REMOVED']);
    expect(check([newer, wizard], [shell, wizard], { isRollback: true })).toEqual([]);
    const atOnce = aShell({
      change: ({ shared }) => (shared['@redress/forms'] = { version: '1.0.0', provides: true }),
    });
    expect(check([newer, asking], [atOnce, asking], { isRollback: true })).toEqual([]);
  });
});

it('accepts a slot that another remote takes over in the same release', () => {
  const checkout = aRemote({
    name: 'mf-checkout',
    change: ({ config }) => (config.slots = { 'wizard.payment': './y.tsx' }),
  });
  expect(check([shell, withSlot], [shell, next(), checkout])).toEqual([]);
});

it('finds two remotes that claim one slot or one route', () => {
  const rival = aRemote({ name: 'mf-rival', change: ({ config }) => (config.slots = { 'wizard.payment': './y.tsx' }) });
  expect(check([shell, withSlot], [shell, withSlot, rival])).toEqual(['SLOT_TAKEN']);
  const twin = aRemote({ name: 'mf-twin', change: ({ config }) => (config.routes[0]!.path = '/') });
  expect(check([shell, wizard], [shell, wizard, twin])).toEqual(['ROUTE_TAKEN']);
});

describe('an entry of the side bar', () => {
  const listing = (name: string, label: string, buildId?: string) =>
    aRemote({
      name,
      ...(buildId ? { buildId } : {}),
      change: ({ config }) => {
        config.routes[0]!.layout = 'account';
        config.menu = [{ to: config.routes[0]!.path, label, icon: 'house', order: 1 }];
      },
    });
  const settings = listing('mf-settings', 'Settings');

  it('is refused where it looks like one of another remote, or of the shell', () => {
    expect(check([shell, settings], [shell, settings, listing('mf-rival', 'Settıngs')])).toEqual(['MENU_TAKEN']);
    expect(check([shell], [shell, listing('mf-rival', 'LOG-OUT')])).toEqual(['MENU_TAKEN']);
    expect(SHELL_LABELS).toEqual([words.account.logOut]);
  });

  it('is refused by the title of a page in a build that declares nothing, which is listed as well', () => {
    const untold = (title: string) =>
      aRemote({
        name: 'mf-rival',
        change: ({ config }) => {
          Object.assign(config.routes[0]!, { layout: 'account', guarded: true, title });
          delete config.menu;
        },
      });
    expect(check([shell, settings], [shell, settings, untold('Settings')])).toEqual(['MENU_TAKEN']);
    expect(check([shell], [shell, untold('Log Out')])).toEqual(['MENU_TAKEN']);
    expect(check([shell, settings], [shell, settings, untold('Something Else')])).toEqual([]);
    expect(check([shell, untold('Settings')], [shell, untold('Settings'), settings])).toEqual(['MENU_TAKEN']);
  });

  it('may stay in the next build, and go to another remote with its label', () => {
    expect(check([shell, settings], [shell, listing('mf-settings', 'Settings', 'b')])).toEqual([]);
    expect(
      check([shell, settings], [shell, listing('mf-settings', 'Options', 'b'), listing('mf-rival', 'Settings')]),
    ).toEqual([]);
  });

  it('does not hold up a rollback', () => {
    const rival = listing('mf-rival', 'Settings');
    expect(
      check([shell, settings, listing('mf-rival', 'Else', 'b')], [shell, settings, rival], { isRollback: true }),
    ).toEqual([]);
  });
});

it('finds a remote that needs contracts the channel does not offer', () => {
  expect(check([shell], [shell, next((build) => (build.contracts = '^2.0.0'))])).toEqual(['CONTRACTS_RANGE']);
});

it('finds every remote that a new shell would leave behind', () => {
  const newer = aShell({ buildId: '77', change: (build) => (build.contracts = '2.0.0') });
  const letters = aRemote({ name: 'mf-letters', change: (build) => (build.contracts = '^2.0.0') });
  expect(check([shell, wizard, letters], [newer, wizard, letters])).toEqual(['CONTRACTS_RANGE']);
});

it('finds a shared package that the platform lacks, has in another version, or that a remote would bring itself', () => {
  const sharing = (name: string, version: string, provides = false) =>
    next((build) => (build.shared = { [name]: { version, provides } }));
  expect(check([shell], [shell, sharing('lodash', '^4.0.0')])).toEqual(['SHARED_MISSING']);
  expect(check([shell], [shell, sharing('react', '^20.0.0')])).toEqual(['SHARED_VERSION']);
  expect(check([shell], [shell, sharing('react', '19.99.0', true)])).toEqual(['OWN_COPY']);
});

it('finds a name of a shared package that a remote imports and the shell does not have', () => {
  const offering = (buildId: string, names: string[]) =>
    aShell({ buildId, change: (build) => (build.offers = { react: names }) });
  const [older, newer] = [offering('71', ['useState']), offering('72', ['use', 'useState'])];
  const importing = (names: string[]) =>
    next((build) => (build.uses = { slots: [], links: [], names: { react: names } }));
  expect(check([older], [older, importing(['useState', 'use'])])).toEqual(['SHARED_NAME']);
  expect(check([newer], [newer, importing(['useState', 'use', '*'])])).toEqual([]);
  // The shell goes back under a remote that has begun to use the name, or a remote alone under a shell that has it no more.
  const remote = importing(['use']);
  expect(check([newer, remote], [older, remote], { isRollback: true })).toEqual(['SHARED_NAME']);
  const back = (to: typeof older) => check([older], [to, remote], { isRollback: true });
  expect([back(older), back(newer)]).toEqual([['SHARED_NAME'], []]);
  // Nothing is known of builds made before names were listed, nor of packages that make their names while they run.
  expect(check([shell], [shell, importing(['use'])])).toEqual([]);
});

it('finds drafts that the wanted build could not read', () => {
  const writes = (version: number, reads: number[], buildId: string) =>
    next(({ config }) => (config.persisted = { draft: { writes: version, reads } }), buildId);
  const old = writes(1, [1], 'c');
  const newer = writes(2, [1, 2], 'd');
  const rollback = { isRollback: true, wroteDrafts: { 'mf-wizard': [newer.descriptor] } };
  expect(check([shell, newer], [shell, old], rollback)).toEqual(['SHAPE_UNREADABLE']);
  // And the release that would have led there is refused before it does.
  expect(check([shell, old], [shell, newer])).toEqual(['SHAPE_UNREADABLE']);
  const prepared = writes(1, [1, 2], 'e');
  expect(check([shell, prepared], [shell, newer])).toEqual([]);
  expect(check([shell, newer], [shell, prepared], rollback)).toEqual([]);
});

it('lets the repair of a build that was rolled back through, which reads as little of its drafts as the serving one', () => {
  const writes = (version: number, reads: number[], buildId: string) =>
    next(
      ({ config }) => (config.persisted = { draft: { writes: version, reads }, side: { writes: 1, reads: [1] } }),
      buildId,
    );
  const [serving, rolledBack, repair] = [writes(1, [1], 'c'), writes(2, [1, 2], 'd'), writes(1, [1], 'e')];
  const wroteDrafts = { 'mf-wizard': [serving.descriptor, rolledBack.descriptor] };
  expect(check([shell, serving], [shell, repair], { wroteDrafts })).toEqual([]);
  const { already } = shapesUnread(serving.descriptor, repair.descriptor, wroteDrafts['mf-wizard']);
  expect(already).toEqual([expect.objectContaining({ code: 'SHAPE_UNREADABLE' })]);
  // What the serving build reads must be read on.
  expect(check([shell, serving], [shell, writes(3, [3], 'f')], { wroteDrafts })).toContain('SHAPE_UNREADABLE');
});

it('lets a build begin to keep a shape, and not one forget it', () => {
  const keeping = next(({ config }) => (config.persisted = { draft: { writes: 1, reads: [1] } }), 'c');
  expect(check([shell, wizard], [shell, keeping])).toEqual([]);
  const back = { isRollback: true, wroteDrafts: { 'mf-wizard': [keeping.descriptor] } };
  expect(check([shell, keeping], [shell, wizard], back)).toEqual([]);
  const forgetting = { wroteDrafts: { 'mf-wizard': [keeping.descriptor] } };
  expect(check([shell, keeping], [shell, next()], forgetting)).toEqual(['SHAPE_UNREADABLE']);
});

it('holds a remote to a budget of its own, which may be smaller than the platform’s and not larger', () => {
  const weighing = (budgetBytes: number) => {
    const build = aRemote({
      buildId: 'b2',
      change: ({ config }) => void (config.budgetBytes = budgetBytes),
    }).descriptor;
    return budgetOf(build);
  };
  expect([weighing(10_000), weighing(10_000_000)]).toEqual([10_000, REMOTE_BYTES]);
});

it('finds a first load over its budget, and does not hold that against a rollback', () => {
  const facts = {
    'mf-wizard': { unsafe: { 'x.js': ['eval()'] }, platformFaults: [], wireBytes: { 'lifecycles.js': 90_001 } },
  };
  expect(check([shell], [shell, next()], { facts })).toEqual(['UNSAFE_CODE', 'OVER_BUDGET']);
  expect(check([shell], [shell, next()], { facts, isRollback: true })).toEqual([]);
});

it('holds the slots of a remote to the budget of its page', () => {
  const page = next(({ exposes }) => {
    exposes['./slot/large'] = { js: ['large.js'], css: [] };
    exposes['./slot/small'] = { js: [], css: [] };
  });
  page.descriptor.files['large.js'] = page.descriptor.files['entry.js']!;
  const weighing = (bytes: number) => ({
    'mf-wizard': { unsafe: {}, platformFaults: [], wireBytes: { 'large.js': bytes } },
  });
  expect(check([shell], [shell, page], { facts: weighing(90_001) })).toEqual(['OVER_BUDGET']);
  expect(check([shell], [shell, page], { facts: weighing(90_000) })).toEqual([]);
});
