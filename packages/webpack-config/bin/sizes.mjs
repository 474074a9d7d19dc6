#!/usr/bin/env node
// Sizes of every build on this machine, minified and as brotli on the wire, and what a first visit of each page fetches.
// `--json` prints the same as data; `--all` lists single files too; `--edit` builds every remote with one text edited;
// `--proof` does so too and writes its part of docs/proof.md.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants } from 'node:zlib';
import { openProof, proofTable } from '@redress/tools/proof';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const { values } = parseArgs({
  options: {
    json: { type: 'boolean' },
    all: { type: 'boolean' },
    edit: { type: 'boolean' },
    proof: { type: 'boolean' },
  },
});

const brotli = (content) =>
  brotliCompressSync(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  }).length;

/** @returns the builds under the repository, the shell first */
function readBuilds() {
  const folders = readdirSync(ROOT).filter((name) => name === 'shell' || name.startsWith('mf-'));
  return folders
    .map((name) => path.join(ROOT, name, 'dist'))
    .filter((dist) => existsSync(path.join(dist, 'build.json')))
    .map((dist) => {
      const build = JSON.parse(readFileSync(path.join(dist, 'build.json'), 'utf8'));
      const sizes = Object.fromEntries(
        // A source map is sent to nobody.
        filesSent(build).map((file) => {
          const content = readFileSync(path.join(dist, file));
          return [file, { bytes: content.length, wire: file.endsWith('.woff2') ? content.length : brotli(content) }];
        }),
      );
      return { build, sizes };
    })
    .sort((a, b) => Number(b.build.name === 'shell') - Number(a.build.name === 'shell'));
}

// No page asks for maps or for the notices of third parties.
const filesSent = (build) => Object.keys(build.files).filter((file) => !/\.(map|txt)$/.test(file));
const sum = (sizes, files) =>
  [...new Set(files)].reduce(
    (total, file) => ({ bytes: total.bytes + sizes[file].bytes, wire: total.wire + sizes[file].wire }),
    { bytes: 0, wire: 0 },
  );
const add = (...parts) =>
  parts.reduce((a, b) => ({ bytes: a.bytes + b.bytes, wire: a.wire + b.wire }), { bytes: 0, wire: 0 });

const builds = readBuilds();
const shell = builds.find(({ build }) => build.name === 'shell');
if (!shell) {
  process.stderr.write(
    'There is no build of the shell. Build first: npm start does, or redress-build in each folder.\n',
  );
  process.exit(1);
}

/** What the first visit of a route fetches before it answers to a key: scripts and style sheets of the whole chain. */
function firstVisit({ build, sizes }, route) {
  const chain = build.exposes['./lifecycles'] ?? { js: [], css: [] };
  const onDemand = [
    ...(route.layout === 'account' ? ['./account'] : []),
    ...(chain.later ?? []).map((name) => `./shared/${name}`),
  ];
  const shellFiles = ['./shell', './loader', ...onDemand].flatMap((name) => {
    const { js = [], css = [] } = shell.build.exposes[name] ?? {};
    return [...js, ...css];
  });
  const screen = build.prerendered[route.path]?.html;
  return {
    route: route.path,
    remote: build.name,
    requests: new Set([...shellFiles, build.entry, ...chain.js].filter((file) => file.endsWith('.js'))).size,
    ...add(
      sum(shell.sizes, shellFiles),
      sum(sizes, [build.entry, ...chain.js, ...chain.css, ...(screen ? [screen] : [])]),
    ),
  };
}

const report = {
  builds: builds.map(({ build, sizes }) => ({
    name: build.name,
    buildId: build.buildId,
    ...sum(sizes, Object.keys(sizes)),
    modules: Object.fromEntries(
      Object.entries(build.exposes).map(([name, { js, css }]) => [name, sum(sizes, [...js, ...css])]),
    ),
    entry: sizes[build.entry],
    files: sizes,
  })),
  firstVisits: builds
    .filter(({ build }) => build.name !== 'shell')
    .flatMap((entry) => entry.build.config.routes.map((route) => firstVisit(entry, route))),
};

/** By remote: brotli bytes of the files that change when one of its texts is edited. */
async function editCosts() {
  const { editCost } = await import('../src/edit-cost.ts');
  const costs = [];
  for (const { build } of builds) {
    const words = path.join(ROOT, 'packages/copy/src', build.name.replace(/^mf-/, ''), 'en.ts');
    if (build.name === 'shell' || !existsSync(words)) continue;
    costs.push({ name: build.name, ...(await editCost(path.join(ROOT, build.name), words)) });
  }
  return costs;
}
if (values.edit || values.proof) report.editedText = await editCosts();

const kb = (bytes) => (bytes / 1024).toFixed(1).padStart(8);
const line = (text, { bytes, wire }) => process.stdout.write(`${text.padEnd(56)}${kb(bytes)}${kb(wire)}\n`);

if (values.json) process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
else {
  process.stdout.write(`${'KB'.padEnd(56)}minified  brotli\n`);
  for (const { name, buildId, modules, entry, files, ...total } of report.builds) {
    line(`${name} ${buildId}, everything`, total);
    if (name !== 'shell') line('  entry', entry);
    for (const [module, size] of Object.entries(modules)) line(`  ${module}`, size);
    if (values.all) for (const [file, size] of Object.entries(files)) line(`    ${file}`, size);
  }
  process.stdout.write('\nFirst visit, scripts and styles\n');
  for (const visit of report.firstVisits) line(`  ${visit.route} (${visit.remote}, ${visit.requests} scripts)`, visit);
  if (report.editedText) process.stdout.write('\nFetched again after one text was edited\n');
  for (const { name, changed, wire, files } of report.editedText ?? [])
    process.stdout.write(`${`  ${name}, ${files} files`.padEnd(56)}        ${kb(changed)} of ${kb(wire).trim()}\n`);
}

/** Of the first page, compressed (docs/performance.md). */
const FIRST_PAGE_KB = 130;

if (values.proof) {
  const cell = (size) => (size / 1024).toFixed(1);
  const proof = openProof({ name: 'sizes', title: 'Bytes of every build', command: 'npm run bench:size -- --proof' });
  const first = report.firstVisits.find(({ route }) => route === '/');
  const body = [
    'Scripts and style sheets in KB (1,024 bytes), minified and as brotli of the highest quality.',
    proofTable(
      ['build', 'id', 'minified', 'brotli'],
      report.builds.map(({ name, buildId, bytes, wire }) => [name, buildId, cell(bytes), cell(wire)]),
    ),
    '## First visit of each page',
    proofTable(
      ['page', 'remote', 'scripts', 'minified', 'brotli'],
      report.firstVisits.map(({ route, remote, requests, bytes, wire }) => [
        route,
        remote,
        requests,
        cell(bytes),
        cell(wire),
      ]),
    ),
    '## One text edited',
    'What a returning visitor fetches again after one text of a remote was edited, brotli. Before files kept their address between builds (decision 0106) 87 to 97 % of the bytes changed, and all were fetched.',
    proofTable(
      ['remote', 'files', 'fetched again', 'of', 'share'],
      report.editedText.map(({ name, files, changed, wire }) => [
        name,
        files,
        cell(changed),
        cell(wire),
        `${Math.round((100 * changed) / wire)} %`,
      ]),
    ),
  ].join('\n\n');
  const isReached = first !== undefined && first.wire / 1024 <= FIRST_PAGE_KB;
  const notReached = isReached ? [] : [`${FIRST_PAGE_KB} KB for the first page: ${cell(first?.wire ?? 0)} KB.`];
  process.stdout.write(`${await proof.write({ body, notReached })}\n`);
}
