/** Builds the console into dist/console, by the recipe the site itself is built by. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createConfiguration } from '@redress/webpack-config';
import webpack from 'webpack';
import { replaceFiles } from './replace-files.ts';

const directory = fileURLToPath(new URL('..', import.meta.url));
mkdirSync(`${directory}.cache`, { recursive: true });
// Tests start the service while the gate builds: what is there stays until all that is new is whole.
const out = mkdtempSync(`${directory}.cache/console-`);
process.on('exit', () => rmSync(out, { recursive: true, force: true }));

const recipe = createConfiguration({
  directory,
  // The shell's recipe: nothing is taken from a share scope, there is no other build to share with.
  config: { name: 'shell', owner: 'team-platform', routes: [], slots: {}, prerender: [] },
  version: '0.0.0',
  buildId: 'console',
  mode: 'production',
  sourceMaps: false,
});
const compiler = webpack({
  ...recipe,
  entry: { console: './console/main.tsx' },
  output: { ...recipe.output, path: out, publicPath: '/', filename: 'console.js' },
  cache: false,
});
const stats = await new Promise((resolve, reject) =>
  compiler.run((error, result) => (result ? resolve(result) : reject(error))),
);
if (stats.hasErrors()) throw new Error(stats.toString({ all: false, errors: true }));
const files = stats.toJson({ all: false, assets: true }).assets.map(({ name }) => name);
const sheets = files.filter((name) => name.endsWith('.css'));
writeFileSync(
  `${out}/index.html`,
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
    `<title>Release console</title><link rel="icon" href="data:,">` +
    `${sheets.map((name) => `<link rel="stylesheet" href="/${name}">`).join('')}` +
    `<div id="console"></div><script src="/console.js" defer></script></html>\n`,
);
writeFileSync(`${out}/version`, stats.hash);
replaceFiles(out, `${directory}dist/console`);
process.stdout.write(`release console: ${files.length} files\n`);
