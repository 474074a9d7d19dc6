import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { addCapability, generateEndpoint } from './generate-endpoint.mjs';
import { decisionNumbers, headingsOf } from './references.mjs';
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
      ...addCapability(root, 'screen', `/${slug}`, values.name),
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

const DECISIONS = 'docs/decisions';

const decisionText = ({ number, title, date }) => `
## ${number} ${title}

${date}. What forces the choice, with what was measured.

- What is done, in a point or a few.

What follows, what it costs. Reopen when …
`;

/** Appends a section to a page of decisions, under the next number that no page has. */
function generateDecision(root, [page, ...args]) {
  const folder = path.join(root, DECISIONS);
  const pages = readdirSync(folder).filter((name) => name.endsWith('.md') && name !== 'README.md');
  if (!pages.includes(`${page}.md`))
    refuse(
      page === undefined ? 'Name the page of the decision' : `${page} is no page of decisions`,
      `name one of ${pages.map((name) => name.slice(0, -3)).join(', ')} before the title`,
    );
  const title = upper(args.join(' ').trim() || refuse('The decision has no title', 'give it after the page'));
  const taken = pages
    .flatMap((name) => headingsOf(readFileSync(path.join(folder, name), 'utf8')).flatMap(decisionNumbers))
    .map(Number);
  const number = String(Math.max(0, ...taken) + 1).padStart(4, '0');
  appendFileSync(
    path.join(folder, `${page}.md`),
    decisionText({ number, title, date: new Date().toISOString().slice(0, 10) }),
  );
  const index = path.join(folder, 'README.md');
  const listed = readFileSync(index, 'utf8').replace(new RegExp(`(\\]\\(${page}\\.md\\):.*)`), `$1 ${number}`);
  writeFileSync(index, listed);
  return { files: [`${DECISIONS}/${page}.md`, `${DECISIONS}/README.md`], next: `fill in section ${number}` };
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
npm run gen -- decision <page> <title>    a section of a page of docs/decisions`;

/**
 * Makes files from a template.
 * @param root - top folder of the repository, or a copy of the parts it writes to
 * @returns the files made or changed, and what to do next
 */
export function generate(root, kind, args) {
  const make = KINDS[kind];
  if (!make) refuse(`${kind ? `There is no template ${kind}` : 'Name what to make'}. There are:\n\n${USAGE}`);
  return make(root, args);
}
