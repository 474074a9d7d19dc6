import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SignedSnapshot, Snapshot } from '@redress/contracts/releases';
import { buildOptions, className, createConfiguration } from '@redress/webpack-config';
import webpack, { type Configuration, type RuleSetRule } from 'webpack';

const REPOSITORY = path.resolve(import.meta.dirname, '../..');
const SHELL = path.join(REPOSITORY, 'shell');

/** They belong to the shell's loader: the tags it makes carry the pin and the build whose chunks they load. */
const LOADER_PLUGINS: ReadonlySet<string | undefined> = new Set(['PinnedLoadingPlugin', 'ChunkIdentityPlugin']);

/** Where the files of the bundle are served. */
export const BASE = '/assets/one-bundle/';

/** Remotes, with the routes and slots of the release, and nothing of how they are fetched. */
function withoutFiles(signed: SignedSnapshot): Snapshot {
  const snapshot = JSON.parse(signed.payload) as Snapshot;
  const bare = (build: Snapshot['shell']): Snapshot['shell'] => ({
    ...build,
    exposes: Object.fromEntries(Object.keys(build.exposes).map((name) => [name, { js: [], css: [] }])),
    integrity: {},
  });
  return {
    ...snapshot,
    shell: bare(snapshot.shell),
    remotes: Object.fromEntries(
      Object.entries(snapshot.remotes).map(([name, { current }]) => [name, { current: bare(current), lastGood: null }]),
    ),
  };
}

/** Source of every exposed module, by `remote expose`. */
async function exposedSources(snapshot: Snapshot): Promise<Map<string, string>> {
  const sources = new Map<string, string>();
  for (const name of Object.keys(snapshot.remotes)) {
    const folder = path.join(REPOSITORY, name);
    const { config } = (await import(pathToFileURL(path.join(folder, 'remote.config.ts')).href)) as {
      config: { slots?: Record<string, string> };
    };
    sources.set(`${name} ./lifecycles`, path.join(folder, 'src/lifecycles.tsx'));
    for (const [slot, file] of Object.entries(config.slots ?? {}))
      sources.set(`${name} ./slot/${slot}`, path.join(folder, file));
  }
  return sources;
}

/** The shell's parts that make it a federation host, for a site whose pages are linked in. */
async function writeReplacements(
  folder: string,
  signed: SignedSnapshot,
  firstPage: string,
): Promise<Record<string, string>> {
  const snapshot = withoutFiles(signed);
  const sources = await exposedSources(snapshot);
  const first = sources.get(`${firstPage} ./lifecycles`);
  const imports = [...sources]
    .filter(([, file]) => file !== first)
    .map(([key, file]) => `  '${key}': () => import('${file}'),`);
  const files = {
    'module-loader.ts': `import * as first from '${first}';
const modules = {
  '${firstPage} ./lifecycles': () => Promise.resolve(first),
${imports.join('\n')}
};
export const createModuleLoader = () => ({
  load: (build, expose) => modules[build.name + ' ' + expose](),
  warm: (build, expose) => modules[build.name + ' ' + expose]().catch(() => {}),
  removeStyles() {},
});
`,
    'snapshot.ts': `export class SnapshotError extends Error {}
export const snapshot = ${JSON.stringify(snapshot)};
export const assertSigned = () => Promise.resolve();
export const verifySnapshot = () => Promise.resolve(snapshot);
export const verifyFreshness = () => Promise.resolve(snapshot.number);
`,
    'document-snapshot.ts': `import { snapshot } from './snapshot.ts';
export const openDocumentSnapshot = () => Promise.resolve({ snapshot, isVerified: true });
export const readPart = () => Promise.reject(new Error('all builds are known'));
export const withBuilds = (known) => known;
`,
    'share-scope.ts': `export const createShareScope = () => ({});\n`,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  return {
    'packages/mf-runtime/src/host/module-loader.ts': path.join(folder, 'module-loader.ts'),
    'packages/mf-runtime/src/host/snapshot.ts': path.join(folder, 'snapshot.ts'),
    'packages/mf-runtime/src/host/document-snapshot.ts': path.join(folder, 'document-snapshot.ts'),
    'shell/src/platform/share-scope.ts': path.join(folder, 'share-scope.ts'),
  };
}

/** Style sheets keep the names and layers they have in the build of their own remote, as the drawn screen has them. */
function cssRules(rule: RuleSetRule, remotes: readonly string[]): RuleSetRule[] {
  const forOwner = (owner: string) =>
    (rule.use as { loader: string; options: Record<string, unknown> }[]).map((use) => {
      if ('build' in use.options) return { ...use, options: { build: owner } };
      if (!('modules' in use.options)) return use;
      const getLocalIdent = ({ resourcePath }: { resourcePath: string }, _: string, local: string) =>
        className(owner, resourcePath, local);
      return { ...use, options: { ...use.options, modules: { ...(use.options['modules'] as object), getLocalIdent } } };
    });
  const folders = remotes.map((name) => path.join(REPOSITORY, name, 'src'));
  return [
    ...remotes.map((name, index) => ({ ...rule, include: folders[index]!, use: forOwner(name) })),
    { ...rule, exclude: folders },
  ];
}

/**
 * The same site as one webpack build: shell and remotes linked together from the sources that the released builds are
 * made of, with the same settings. The page of `firstPage` is in the first script, the others are chunks. Without
 * containers, share scope, release list and pins; with everything else, single-spa too.
 * @returns the files by name, and which of them the document starts
 */
export async function buildOneBundle(
  signed: SignedSnapshot,
  firstPage: string,
): Promise<{ files: Map<string, Buffer>; entry: string }> {
  const cache = path.join(REPOSITORY, '.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(path.join(cache, 'one-bundle-'));
  try {
    const replacements = await writeReplacements(folder, signed, firstPage);
    const remotes = Object.keys((JSON.parse(signed.payload) as Snapshot).remotes);
    const base = createConfiguration(await buildOptions({ directory: SHELL, mode: 'production', sourceMaps: false }));
    const isCss = (rule: RuleSetRule) => String(rule.test).includes('css');
    const configuration: Configuration = {
      ...base,
      entry: { main: './src/index.ts' },
      output: { ...base.output, path: path.join(folder, 'dist'), publicPath: BASE },
      module: {
        ...base.module,
        rules: (base.module?.rules as RuleSetRule[]).flatMap((rule) =>
          isCss(rule) ? cssRules(rule, remotes) : [rule],
        ),
      },
      plugins: [
        ...(base.plugins ?? []).filter((plugin) => !LOADER_PLUGINS.has(plugin?.constructor.name)),
        ...Object.entries(replacements).map(
          ([file, replacement]) =>
            new webpack.NormalModuleReplacementPlugin(
              new RegExp(`(^|/)${path.basename(file).replaceAll('.', '\\.')}$`),
              (resource) => {
                if (path.resolve(resource.context, resource.request) === path.join(REPOSITORY, file))
                  resource.request = replacement;
              },
            ),
        ),
      ],
    };
    const compiler = webpack(configuration);
    await new Promise<void>((resolve, reject) =>
      compiler.run((error, stats) => {
        if (error) reject(error);
        else if (stats?.hasErrors()) reject(new Error(stats.toString({ all: false, errors: true })));
        else resolve();
      }),
    );
    const dist = path.join(folder, 'dist');
    const files = new Map<string, Buffer>();
    for (const name of await readdir(dist)) {
      if (/\.(js|css|woff2)$/.test(name)) files.set(name, await readFile(path.join(dist, name)));
    }
    const entry = [...files.keys()].find((name) => /^main\.[0-9a-f]+\.js$/.test(name));
    if (!entry) throw new Error('The bundle has no entry');
    return { files, entry };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
