import type { BuildDescriptor } from '@redress/contracts/releases';
import { type BuildFolder, integrityOf } from '@redress/release-client/publish';

/** A finished build made of nothing but what a test says. */
export interface BuildFixture extends BuildFolder {
  descriptor: BuildDescriptor;
  files: Record<string, string>;
}

export interface BuildFixtureOptions {
  name?: string;
  version?: string;
  /** 12 hex digits, or a few that are filled up. */
  buildId?: string;
  owner?: string;
  files?: Record<string, string>;
  change?: (descriptor: BuildDescriptor) => void;
}

const PLATFORM = { react: '19.3.1', 'react-dom': '19.3.1' };

const filesOf = (entries: Record<string, string>): BuildDescriptor['files'] =>
  Object.fromEntries(
    Object.entries(entries).map(([path, text]) => {
      const bytes = Buffer.from(text);
      return [path, { integrity: integrityOf(bytes), bytes: bytes.length }];
    }),
  );

function fixture(
  descriptor: BuildDescriptor,
  files: Record<string, string>,
  change: BuildFixtureOptions['change'],
): BuildFixture {
  change?.(descriptor);
  return {
    descriptor,
    files,
    payload: JSON.stringify(descriptor),
    readFile: (path) => Promise.resolve(files[path] === undefined ? null : Buffer.from(files[path])),
  };
}

/** A remote with one page at `/`. The page's text carries the build id, so two builds can be told apart. */
export function aRemote(options: BuildFixtureOptions = {}): BuildFixture {
  const { name = 'mf-wizard', version = '1.0.0', owner = `team-${name.slice(3)}` } = options;
  const buildId = (options.buildId ?? 'a').padEnd(12, '0');
  const files = options.files ?? {
    'entry.js': `self.${name.replaceAll('-', '_')}_${buildId}=1;`,
    'lifecycles.js': `/* ${buildId} */${'self.page=1;'.repeat(30)}`,
    'lifecycles.css': `.page{color:#${buildId.slice(0, 6)}}`,
    'prerender/index.html': `<div data-remote="${name}" data-screen="/"><h1>Build ${buildId}</h1></div>`,
  };
  const descriptor: BuildDescriptor = {
    format: 1,
    name,
    version,
    buildId,
    owner,
    entry: 'entry.js',
    globalName: `${name.replaceAll('-', '_')}_${buildId}`,
    exposes: { './lifecycles': { js: ['lifecycles.js'], css: ['lifecycles.css'] } },
    files: filesOf(files),
    prerendered: { '/': { html: 'prerender/index.html', css: ['lifecycles.css'] } },
    shared: { react: { version: '^19.3.0', provides: false } },
    contracts: '^1.0.0',
    config: {
      name,
      owner,
      routes: [
        {
          path: name === 'mf-wizard' ? '/' : `/${name.slice(3)}`,
          layout: 'public',
          documentClass: 'public',
          title: name,
        },
      ],
      slots: {},
      prerender: ['/'],
      updatePolicy: 'allow',
      persisted: {},
      requires: { contracts: '^1.0.0' },
    },
  };
  return fixture(descriptor, files, options.change);
}

export function aShell(options: BuildFixtureOptions = {}): BuildFixture {
  const buildId = (options.buildId ?? '5e11').padEnd(12, '0');
  const files = options.files ?? {
    'shell.js': `/* shell ${buildId} */${'self.shell=1;'.repeat(40)}`,
    'loader.js': `/* loader ${buildId} */self.loaded=1`,
    'shell.css': '.frame{background:url(./paper.svg)}',
    'prerender/public.html':
      '<div class="frame"><header>%{header.site_title}</header><main><!--redress-outlet--></main></div>',
    'prerender/account.html': '<div class="frame"><nav></nav><main><!--redress-outlet--></main></div>',
  };
  const descriptor: BuildDescriptor = {
    format: 1,
    name: 'shell',
    version: options.version ?? '1.0.0',
    buildId,
    owner: options.owner ?? 'team-platform',
    entry: 'shell.js',
    globalName: `shell_${buildId}`,
    exposes: {
      './shell': { js: ['shell.js'], css: ['shell.css'] },
      './loader': { js: ['loader.js'], css: [] },
    },
    files: filesOf(files),
    prerendered: {
      public: { html: 'prerender/public.html', css: ['shell.css'] },
      account: { html: 'prerender/account.html', css: ['shell.css'] },
    },
    shared: Object.fromEntries(Object.entries(PLATFORM).map(([name, version]) => [name, { version, provides: true }])),
    contracts: '1.2.0',
    config: {
      name: 'shell',
      owner: options.owner ?? 'team-platform',
      routes: [{ path: '/terms', layout: 'public', documentClass: 'public', title: 'Terms of Use' }],
      slots: {},
      prerender: ['public', 'account'],
      updatePolicy: 'allow',
      persisted: {},
      requires: { contracts: '^1.0.0' },
    },
  };
  return fixture(descriptor, files, options.change);
}
