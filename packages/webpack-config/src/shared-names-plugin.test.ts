/** @jest-environment node */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import webpack from 'webpack';
import { sharedNames, SharedNamesPlugin } from './shared-names-plugin.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'redress-names-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Names that a build of `entry` has, with these modules in the place of packages. */
async function namesOf(entry: string, packages: Record<string, string>) {
  const fileOf = (name: string) => path.join(folder, `${name.replaceAll(/\W/g, '-')}.js`);
  for (const [name, text] of [['entry', entry] as const, ...Object.entries(packages)])
    writeFileSync(fileOf(name), text);
  const alias = Object.fromEntries(Object.keys(packages).map((name) => [`${name}$`, fileOf(name)]));
  const compiler = webpack({
    mode: 'production',
    context: folder,
    entry: fileOf('entry'),
    output: { path: path.join(folder, 'dist') },
    resolve: { alias },
    optimization: { minimize: false },
    plugins: [new SharedNamesPlugin()],
  });
  return new Promise<ReturnType<typeof sharedNames>>((resolve, reject) =>
    compiler.run((error, stats) => {
      if (stats && !stats.hasErrors()) resolve(sharedNames(stats.compilation));
      else reject(error ?? new Error(stats?.toString()));
    }),
  );
}

it('offers what the whole of a shared package exports, whichever names of it are imported', async () => {
  const { offered } = await namesOf("void import('single-spa');\nimport 'user';", {
    'single-spa': "export { start } from 'inner';\nexport const stop = () => {};",
    inner: 'export const start = () => {};\nexport const hidden = 1;',
    user: "import { start } from 'single-spa';\nstart();",
  });
  expect(offered).toEqual({ 'single-spa': ['start', 'stop'] });
});

it('offers the default of a CommonJS package, and nothing of one that makes its names while it runs', async () => {
  const entry = "void import('react');\nvoid import('react-dom');";
  const { offered } = await namesOf(entry, {
    react: 'exports.memo = () => {};\nexports.lazy = () => {};',
    'react-dom': "module.exports = globalThis['made'];",
  });
  expect(offered).toEqual({ react: ['default', 'lazy', 'memo'] });
});

it('counts as used what a chunk imports: by name, through a namespace, and a namespace itself as any', async () => {
  const entry = (use: string) =>
    `import { memo, lazy } from 'react';\nimport * as z from 'zod/mini';\nexport { start } from 'single-spa';\n${use}`;
  const packages = {
    react: 'export const memo = 1, lazy = 2;',
    'zod/mini': 'export const string = 1, number = 2;',
    'single-spa': 'export const start = 1;',
  };
  const { used } = await namesOf(entry('console.log(memo, z.string);'), packages);
  expect(used).toEqual({ react: ['lazy', 'memo'], 'single-spa': ['start'], 'zod/mini': ['string'] });
  expect((await namesOf(entry('console.log(z);'), packages)).used['zod/mini']).toEqual(['*']);
});
