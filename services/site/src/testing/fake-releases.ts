import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { buildBase, type Snapshot, type SnapshotBuild } from '@redress/contracts/releases';
import type { ReleaseReads } from '../create-site.ts';
import type { DrawnSnapshot } from '../documents/drawn-snapshot.ts';
import type { HeldRelease, HeldRollout } from '../documents/document-sets.ts';
import type { AssetBuild } from '../http/asset-routes.ts';

const integrityOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;

export interface FakeBuild {
  build: SnapshotBuild;
  files: Record<string, string>;
}

function aBuild(name: string, buildId: string, files: Record<string, string>, more: Partial<SnapshotBuild>): FakeBuild {
  const loaded = Object.entries(files).filter(([path]) => /\.(js|css)$/.test(path));
  return {
    files,
    build: {
      name,
      version: '1.0.0',
      buildId: buildId.padEnd(12, '0'),
      entry: 'entry.js',
      globalName: `${name}_${buildId}`,
      exposes: {},
      integrity: Object.fromEntries(loaded.map(([path, text]) => [path, integrityOf(text)])),
      routes: [],
      slots: [],
      prerendered: {},
      updatePolicy: 'allow',
      ...more,
    },
  };
}

export const aShellBuild = (buildId = '5e', files: Record<string, string> = {}): FakeBuild =>
  aBuild(
    'shell',
    buildId,
    {
      'shell.js': 'self.shell=1',
      'loader.js': 'self.loader=1</script>'.slice(0, 13),
      'shell.css': '.frame{background:url(./paper.svg)}',
      'forms.js': 'self.forms=1',
      'forms.css': '.field{display:grid}',
      'paper.svg': '<svg/>',
      'public.html': '<div class="frame"><b>%{header.site_title}</b><main><!--redress-outlet--></main></div>',
      'account.html': '<div class="frame"><nav></nav><main><!--redress-outlet--></main></div>',
      'terms.html':
        '<meta name="description" content="What &quot;we&quot; do &amp; do not."/><div data-remote="shell" data-screen="/terms"><h1>Terms</h1><a href="/">%{header.site_title}</a></div>',
      'prices.html':
        '<div data-remote="shell" data-screen="/prices">%{?prices}%{#prices.packages}<b>%{title}: %{price}</b>%{/prices.packages}%{/prices}%{!prices}<i>No prices now</i>%{/prices}</div>',
      'not-found.html': '<div data-remote="shell" data-screen="not-found"><h1>Nothing here</h1></div>',
      'pages.js': 'self.pages=1',
      'pages.css': '.document{display:grid}',
      ...files,
    },
    {
      entry: 'shell.js',
      exposes: {
        './shell': { js: ['shell.js'], css: ['shell.css'] },
        './loader': { js: ['loader.js'], css: [] },
        './pages': { js: ['pages.js'], css: ['pages.css'] },
        './shared/@redress/forms': { js: ['forms.js'], css: ['forms.css'] },
      },
      routes: [
        { path: '/terms', layout: 'public', documentClass: 'public', title: 'Terms of Use' },
        { path: '/prices', layout: 'public', documentClass: 'public', title: 'Prices' },
      ],
      prerendered: {
        public: { html: 'public.html', css: ['shell.css'] },
        account: { html: 'account.html', css: ['shell.css'] },
        'not-found': { html: 'not-found.html', css: [] },
        '/terms': { html: 'terms.html', css: [] },
        '/prices': { html: 'prices.html', css: [] },
      },
    },
  );

export const aWizardBuild = (buildId = 'a1', files: Record<string, string> = {}): FakeBuild =>
  aBuild(
    'mf-wizard',
    buildId,
    {
      'entry.js': 'self.wizard=1',
      'page.js': 'self.page=1'.repeat(60),
      'page.css': '.page{color:red}',
      'index.html': `<div data-remote="mf-wizard" data-screen="/"><h1>Build ${buildId}</h1></div>`,
      ...files,
    },
    {
      exposes: { './lifecycles': { js: ['page.js'], css: ['page.css'] } },
      routes: [{ path: '/', layout: 'public', documentClass: 'public', title: 'Start your case' }],
      prerendered: { '/': { html: 'index.html', css: ['page.css'] } },
    },
  );

export const aSignInBuild = (): FakeBuild =>
  aBuild(
    'mf-auth',
    'a7',
    {
      'entry.js': 'self.auth=1',
      'page.js': 'self.login=1',
      'login.html': '<div data-remote="mf-auth" data-screen="/login"><h1>Log in to %{header.site_title}</h1></div>',
    },
    {
      exposes: { './lifecycles': { js: ['page.js'], css: [], later: ['@redress/forms'] } },
      routes: [{ path: '/login', layout: 'public', documentClass: 'private', title: 'Sign in' }],
      prerendered: { '/login': { html: 'login.html', css: [] } },
    },
  );

export const anAccountBuild = (styles = ''): FakeBuild =>
  aBuild(
    'mf-account',
    'ac',
    { 'entry.js': 'self.account=1', 'page.js': 'self.list=1', ...(styles ? { 'list.css': styles } : {}) },
    {
      exposes: { './lifecycles': { js: ['page.js'], css: styles ? ['list.css'] : [] } },
      routes: [{ path: '/dashboard', layout: 'account', documentClass: 'private', title: 'Home', guarded: true }],
    },
  );

export interface FakeReleases extends ReleaseReads {
  /** Serves these builds in the next snapshot, as a promotion or a rollback would. */
  serve(builds: readonly FakeBuild[], off?: Snapshot['off']): Promise<void>;
  /** The same for everybody; for visitors with this bucket id, this build in place of another. */
  rollOut(build: FakeBuild, bucketId: string, how?: Partial<HeldRollout>): Promise<void>;
  /** Makes a preview of this build with this secret, or ends it. */
  preview(secret: string, build: FakeBuild | null): void;
  /** Every address of a preview that was opened, in order. */
  opened: { secret: string; as: string | null }[];
  /** Passes by the secret of their address; each is given once. */
  staffPasses: Record<string, string>;
  /** Copies in `dcz` of every file, by dictionary. */
  copies: Map<string, Buffer>;
  /** Every file that was read, in order. */
  reads: string[];
  down: string | null;
}

/** The read side of releases in memory. What was served once stays available, as in the real one. */
export function fakeReleases(...builds: FakeBuild[]): FakeReleases {
  const listeners = new Set<Parameters<ReleaseReads['onSnapshot']>[0]>();
  const known = new Map<string, FakeBuild>();
  const opened: FakeReleases['opened'] = [];
  const previews = new Map<string, DrawnSnapshot>();
  let held: HeldRelease | null = null;

  const signed = (snapshot: Snapshot): DrawnSnapshot => ({
    snapshot,
    signed: { keyId: 'k'.repeat(16), signature: 's', payload: JSON.stringify(snapshot) },
    index: {
      signed: { keyId: 'k'.repeat(16), signature: 'i', payload: `index of ${snapshot.number}` },
      parts: new Map(Object.entries(snapshot.remotes).map(([name, part]) => [name, { text: JSON.stringify(part) }])),
    },
  });
  const hold = (served: readonly FakeBuild[], off?: Snapshot['off']) => {
    for (const fake of served) known.set(buildBase(fake.build), fake);
    const shell = served.find(({ build }) => build.name === 'shell');
    if (!shell) throw new Error('a snapshot has a shell');
    const remotes = served.filter((fake) => fake !== shell);
    const snapshot: Snapshot = {
      format: 1,
      product: 'redress',
      channel: 'production',
      number: (held?.snapshot.number ?? 0) + 1,
      createdAt: '2026-03-01T00:00:00Z',
      expiresAt: '2026-04-01T00:00:00Z',
      shell: shell.build,
      remotes: Object.fromEntries(remotes.map(({ build }) => [build.name, { current: build, lastGood: null }])),
      ...(off ? { off } : {}),
    };
    held = { ...signed(snapshot), rollout: null };
    return held;
  };
  if (builds.length > 0) hold(builds);

  const releases: FakeReleases = {
    reads: [],
    copies: new Map(),
    dictionaryCopies: () => Promise.resolve(releases.copies),
    opened,
    down: null,
    held: () => held,
    channelKeys: () => ({ ['k'.repeat(16)]: 'public-key' }),
    root: () => ({ keys: { ['r'.repeat(16)]: 'root-key' }, threshold: 1, version: 1 }),
    previews: {
      find: (secret) => Promise.resolve(releases.down ? 'unknown' : (previews.get(secret) ?? null)),
      look: (secret) => Promise.resolve(releases.down ? 'unknown' : (previews.get(secret) ?? null)),
      async open(secret, as) {
        const held = previews.get(secret);
        if (releases.down) return 'unknown';
        opened.push({ secret, as });
        return held ? { held, secret } : null;
      },
    },
    staffPasses: {},
    staff: {
      open(secret) {
        const { [secret]: pass = null } = releases.staffPasses;
        delete releases.staffPasses[secret];
        return Promise.resolve(pass);
      },
    },
    health: () => (releases.down ? { ok: true, detail: releases.down } : { ok: true }),
    async show() {
      const now = held;
      if (now) await Promise.all([...listeners].map((listener) => listener(now)));
    },
    onSnapshot(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async serve(next, off) {
      const now = hold(next, off);
      await Promise.all([...listeners].map((listener) => listener(now)));
    },
    preview(secret, fake) {
      previews.delete(secret);
      if (!held || !fake) return;
      known.set(buildBase(fake.build), fake);
      const { name, buildId } = fake.build;
      const remotes = { ...held.snapshot.remotes, [name]: { current: fake.build, lastGood: null } };
      previews.set(
        secret,
        signed({ ...held.snapshot, remotes, preview: { what: `${name} ${buildId}`, by: 'team-wizard' } }),
      );
    },
    async rollOut(fake, chosen, how = {}) {
      if (!held) throw new Error('nothing is served that a build could be served beside');
      known.set(buildBase(fake.build), fake);
      const { name } = fake.build;
      const base = { ...held.snapshot, number: held.snapshot.number + 1 };
      const variant = {
        ...base,
        remotes: { ...base.remotes, [name]: { current: fake.build, lastGood: base.remotes[name]?.current ?? null } },
        variant: [name],
      };
      const rollout: HeldRelease['rollout'] = {
        variants: new Map([[name, signed(variant)]]),
        asks: { bucket: true, staff: false, country: false, groups: false },
        endedPasses: [],
        variantFor: ({ bucketId }) => (bucketId === chosen ? name : null),
        ...how,
      };
      const now = (held = { ...signed(base), rollout });
      await Promise.all([...listeners].map((listener) => listener(now)));
    },
    describe(name, folder): Promise<AssetBuild | null> {
      const fake = known.get(`/assets/${name}/${folder}/`);
      if (!fake) return Promise.resolve(null);
      const files = Object.fromEntries(
        Object.entries(fake.files).map(([path, text]) => [path, { integrity: integrityOf(text), bytes: text.length }]),
      );
      return Promise.resolve({ name, buildId: fake.build.buildId, files });
    },
    holderOf(name, path) {
      const fake = [...known.values()].find(({ build, files }) => build.name === name && path in files);
      return fake ? releases.describe(name, `${fake.build.version}-${fake.build.buildId}`) : Promise.resolve(null);
    },
    file(build, path, encoding) {
      releases.reads.push(path);
      const fake = [...known.values()].find((candidate) => candidate.build.buildId === build.buildId);
      const text = fake?.files[path];
      if (text === undefined || (encoding && text.length < 200)) return Promise.resolve(null);
      if (encoding === 'br') return Promise.resolve(brotliCompressSync(text));
      return Promise.resolve(encoding === 'gzip' ? gzipSync(text) : Buffer.from(text));
    },
  };
  return releases;
}
