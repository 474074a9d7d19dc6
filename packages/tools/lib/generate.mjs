import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { generateEndpoint } from './generate-endpoint.mjs';
import { checkSlug, namesOf, refuse, upper, writeTemplate } from './templates.mjs';

export { namesOf };

function generateRemote(root, [given]) {
  const slug = given?.replace(/^mf-/, '');
  checkSlug(slug, 'remote');
  const values = { ...namesOf(slug), name: `mf-${slug}`, owner: `team-${slug}` };
  return {
    files: [
      ...writeTemplate(root, 'copy', 'packages/copy/src', values),
      ...writeTemplate(root, 'remote', values.name, values),
      ...nameOwner(root, values),
    ],
    next: `\`npm run dev -- ${values.name} --alone\`, and \`npm test -- ${values.name}\``,
  };
}

const OWNERS = 'CODEOWNERS';

/** Reviews of the remote's folder go to its team, from its first change on. */
function nameOwner(root, { name, slug }) {
  const file = path.join(root, OWNERS);
  if (!existsSync(file)) return [];
  const text = readFileSync(file, 'utf8');
  const folder = `/${name}/`;
  if (text.split('\n').some((line) => line.startsWith(`${folder} `))) return [];
  writeFileSync(file, `${text.trimEnd()}\n${folder.padEnd(21)} @redress/team-${slug}\n`);
  return [OWNERS];
}

function generateFeature(root, [workspace, slug]) {
  checkSlug(slug, 'feature');
  if (!workspace || !existsSync(path.join(root, workspace, 'src')))
    refuse(`There is no ${workspace ?? 'remote named'}`, 'name one, such as mf-account');
  return {
    files: writeTemplate(root, 'feature', path.join(workspace, 'src/features', slug), namesOf(slug)),
    next: `draw it in ${workspace}/src/app`,
  };
}

/** Which numbers a decision may have: docs/decisions/README.md says what belongs to which block. */
const BLOCKS = {
  federation: 100,
  platform: 200,
  accounts: 300,
  letters: 400,
  mail: 500,
  browser: 600,
};
const BLOCK_SIZE = 100;

function generateDecision(root, [block, ...args]) {
  if (!(block in BLOCKS))
    refuse(
      `${block ?? 'Nothing'} is no block of decisions`,
      `name one of ${Object.keys(BLOCKS).join(', ')} before the title`,
    );
  const title = args.join(' ').trim();
  const slug = title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  checkSlug(slug, 'decision');
  const folder = path.join(root, 'docs/decisions');
  const first = BLOCKS[block];
  const taken = (existsSync(folder) ? readdirSync(folder) : [])
    .map((name) => Number(name.slice(0, 4)))
    .filter((number) => number >= first && number < first + BLOCK_SIZE);
  const number = String(Math.max(first - 1, ...taken) + 1).padStart(4, '0');
  const date = new Date().toISOString().slice(0, 10);
  const files = writeTemplate(root, 'decision', 'docs/decisions', { slug, number, date, Title: upper(title) });
  return {
    files: [...files, ...indexDecision(folder, { number, slug, title: upper(title) })],
    next: 'fill it in; it is superseded later, never rewritten',
  };
}

/** Adds a decision's line to the index, in the order of the numbers. */
function indexDecision(folder, { number, slug, title }) {
  const file = path.join(folder, 'README.md');
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  const isEntry = (line) => /^- \[\d{4} /.test(line);
  const after = lines.findLastIndex((line) => isEntry(line) && line.slice(3, 7) < number);
  const at = after < 0 ? lines.findIndex(isEntry) : after + 1;
  if (at < 0) return [];
  lines.splice(at, 0, `- [${number} ${title}](${number}-${slug}.md)`);
  writeFileSync(file, lines.join('\n'));
  return ['docs/decisions/README.md'];
}

const KINDS = {
  remote: generateRemote,
  feature: generateFeature,
  endpoint: generateEndpoint,
  decision: generateDecision,
};

const USAGE = `npm run gen -- remote <name>              a remote with one page, its words, a test, a side bar entry and an owner
npm run gen -- feature <remote> <name>    a feature folder in a remote
npm run gen -- endpoint <name> [path] [remote]  a call: contract, server, and a remote's query
npm run gen -- decision <block> <title>   the next decision of a block: ${Object.keys(BLOCKS).join(', ')}`;

/**
 * Makes files from a template.
 * @param root - top folder of the repository, or a copy of the parts it writes to
 * @returns the files made or changed, and what to do next
 */
export function generate(root, kind, args) {
  const make = KINDS[kind];
  if (!make) refuse(`There is ${kind ? `no template ${kind}` : 'no template named'}. There are:\n\n${USAGE}`);
  return make(root, args);
}
