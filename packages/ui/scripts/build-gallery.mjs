/** Builds gallery/ into dist/gallery/: every component in every state, with the recipe the site itself is built by. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createConfiguration } from '@redress/webpack-config';
import webpack from 'webpack';

const directory = fileURLToPath(new URL('..', import.meta.url));
const out = `${directory}dist/gallery`;
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

const recipe = createConfiguration({
  directory,
  // The shell's recipe: nothing is taken from a share scope, there is no other build to share with.
  config: { name: 'shell', owner: 'team-platform', routes: [], slots: {}, prerender: [] },
  version: '0.0.0',
  buildId: 'gallery',
  mode: 'development',
  sourceMaps: false,
});
const compiler = webpack({
  ...recipe,
  entry: { gallery: './gallery/index.tsx' },
  output: { ...recipe.output, path: out, publicPath: '' },
  cache: false,
});
const stats = await new Promise((resolve, reject) =>
  compiler.run((error, result) => (result ? resolve(result) : reject(error))),
);
if (stats.hasErrors()) throw new Error(stats.toString({ all: false, errors: true }));
writeFileSync(
  `${out}/index.html`,
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Components</title><link rel="stylesheet" href="gallery.css"><div id="root"></div><script src="gallery.js"></script></html>\n`,
);
process.stdout.write(`${out}/index.html\n`);
