import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { StepFailed } from './steps.mjs';

const TEMPLATES = fileURLToPath(new URL('../templates/', import.meta.url));
const SLUG = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

const words = (slug) => slug.split('-');
const upper = (word) => word[0].toUpperCase() + word.slice(1);

/** The forms of one name: `paid-letters`, `paidLetters`, `PaidLetters`, `Paid letters`. */
export function namesOf(slug) {
  const parts = words(slug);
  return {
    slug,
    camel: parts.map((part, index) => (index === 0 ? part : upper(part))).join(''),
    Pascal: parts.map(upper).join(''),
    Title: upper(parts.join(' ')),
  };
}

const refuse = (message, advice) => {
  throw new StepFailed(message, { advice });
};

function checkSlug(slug, what) {
  if (slug === undefined || !SLUG.test(slug)) {
    refuse(
      `${slug ?? 'Nothing'} is no name of a ${what}`,
      'use lower-case words joined by dashes, such as paid-letters',
    );
  }
}

/** Writes a template's files; refuses to write over anything. @returns the files, relative to `root` */
function writeTemplate(root, template, target, values) {
  const fill = (text) =>
    text
      .replaceAll(/\{\{(\w+)\}\}/g, (whole, name) => values[name] ?? whole)
      .replaceAll(/__(\w+?)__/g, (whole, name) => values[name] ?? whole);
  const source = path.join(TEMPLATES, template);
  const files = readdirSync(source, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const planned = files.map((entry) => {
    const from = path.join(entry.parentPath, entry.name);
    const to = path.join(target, fill(path.relative(source, from)).replace(/\.tmpl$/, ''));
    return { from, to };
  });
  const standing = planned.find(({ to }) => existsSync(path.join(root, to)));
  if (standing) refuse(`${standing.to} is there already`, 'choose another name');
  for (const { from, to } of planned) {
    mkdirSync(path.dirname(path.join(root, to)), { recursive: true });
    writeFileSync(path.join(root, to), fill(readFileSync(from, 'utf8')));
  }
  return planned.map(({ to }) => to);
}

function generateRemote(root, [given]) {
  const slug = given?.replace(/^mf-/, '');
  checkSlug(slug, 'remote');
  const values = { ...namesOf(slug), name: `mf-${slug}` };
  return {
    files: [
      ...writeTemplate(root, 'copy', 'packages/copy/src', values),
      ...writeTemplate(root, 'remote', values.name, values),
    ],
    next: `\`npm run dev -- ${values.name} --alone\`, and \`npm test -- ${values.name}\``,
  };
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

/** A new call: its contract, its line in the table. The server answers 501 to it until a feature serves it. */
function generateEndpoint(root, [slug, given]) {
  checkSlug(slug, 'call');
  const values = { ...namesOf(slug), path: given ?? `/api/${slug}` };
  if (!/^\/api\/[a-z0-9/_-]+$/.test(values.path))
    refuse(`${values.path} is no path of a new call`, 'use /api/ and lower-case words');
  const table = path.join(root, 'packages/contracts/src/endpoints/index.ts');
  const text = readFileSync(table, 'utf8');
  const imported = text.replace(/(\n\/\*\*)/, `import { ${values.camel}Endpoints } from './${slug}.ts';\n$1`);
  const listed = imported.replace(/\n\} as const;/, `\n  ...${values.camel}Endpoints,\n} as const;`);
  if (imported === text || listed === imported)
    refuse('The table of calls has another form than this expects', 'add the line by hand');
  const files = writeTemplate(root, 'endpoint', 'packages/contracts/src/endpoints', values);
  writeFileSync(table, listed);
  return {
    files: [...files, 'packages/contracts/src/endpoints/index.ts'],
    next: 'serve it in services/claims/src/features; `npm run contracts` lists what nobody serves yet',
  };
}

function generateDecision(root, args) {
  const title = args.join(' ').trim();
  const slug = title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  checkSlug(slug, 'decision');
  const folder = path.join(root, 'docs/decisions');
  const numbers = existsSync(folder) ? readdirSync(folder).map((name) => Number(name.slice(0, 4)) || 0) : [];
  const number = String(Math.max(0, ...numbers) + 1).padStart(4, '0');
  const date = new Date().toISOString().slice(0, 10);
  return {
    files: writeTemplate(root, 'decision', 'docs/decisions', { slug, number, date, Title: upper(title) }),
    next: 'fill it in; it is superseded later, never rewritten',
  };
}

const KINDS = {
  remote: generateRemote,
  feature: generateFeature,
  endpoint: generateEndpoint,
  decision: generateDecision,
};

export const USAGE = `npm run gen -- remote <name>              a remote with one page, its words and a test
npm run gen -- feature <remote> <name>    a feature folder in a remote
npm run gen -- endpoint <name> [path]     a call in the contract table
npm run gen -- decision <title>           the next decision record`;

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
