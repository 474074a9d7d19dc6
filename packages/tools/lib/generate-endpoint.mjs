import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkSlug, namesOf, refuse, writeTemplate } from './templates.mjs';

/** Adds one line to a file at a place that its form gives. */
function edit(root, file, change) {
  const text = readFileSync(path.join(root, file), 'utf8');
  const changed = change(text);
  if (changed === text) refuse(`${file} has another form than this expects`, 'add the line by hand');
  return { file, write: () => writeFileSync(path.join(root, file), changed) };
}

/** Puts an import after the last one that sorts before it. */
function addImport(text, line) {
  const imports = [...text.matchAll(/^import .*;$/gm)];
  const before = imports.filter(([each]) => each < line).at(-1) ?? imports[0];
  if (!before) return text;
  const at = before.index + before[0].length;
  return `${text.slice(0, at)}\n${line}${text.slice(at)}`;
}

const CAPABILITIES = 'docs/capabilities.json';

/** Writes the row that the gate asks for, behind those of its kind. @returns the file, if it has changed */
export function addCapability(root, kind, name, answer) {
  const file = path.join(root, CAPABILITIES);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (text === '' || text.includes(`"${kind} ${name}"`)) return [];
  const rows = new RegExp(`(?:^ {2}"${kind} .*\\n)+`, 'm');
  writeFileSync(
    file,
    text.replace(rows, (all) => `${all}  "${kind} ${name}": "now: ${answer}",\n`),
  );
  return [CAPABILITIES];
}

/**
 * A new call, from contract to screen: the contract and its line in the table, a feature of the claims service that
 * serves it (route, service, repository, test), and the query of a remote when one is named.
 * @param args - name, then in any order a path that begins with /api/ and a remote
 */
export function generateEndpoint(root, [slug, ...rest]) {
  checkSlug(slug, 'call');
  const remote = rest.find((each) => each.startsWith('mf-'));
  const values = { ...namesOf(slug), path: rest.find((each) => !each.startsWith('mf-')) ?? `/api/${slug}` };
  if (!/^\/api\/[a-z0-9/_-]+$/.test(values.path))
    refuse(`${values.path} is no path of a new call`, 'use /api/ and lower-case words');
  if (remote && !existsSync(path.join(root, remote, 'src/features')))
    refuse(`There is no ${remote}`, 'name a remote, such as mf-account');
  const { camel, Pascal } = values;
  const edits = [
    edit(root, 'packages/contracts/src/endpoints/index.ts', (text) =>
      addImport(text, `import { ${camel}Endpoints } from './${slug}.ts';`).replace(
        /\n\} as const;/,
        `\n  ...${camel}Endpoints,\n} as const;`,
      ),
    ),
    edit(root, 'packages/contracts/src/index.ts', (text) =>
      text.replace(/(\nexport \* from '\.\/endpoints\/index\.ts';)/, `\nexport * from './endpoints/${slug}.ts';$1`),
    ),
    edit(root, 'services/claims/src/features.ts', (text) =>
      addImport(text, `import { create${Pascal}Feature } from './features/${slug}/index.ts';`).replace(
        /\n( *)createOpsFeature\(/,
        `\n$1create${Pascal}Feature(services),\n$1createOpsFeature(`,
      ),
    ),
  ];
  const files = [
    ...writeTemplate(root, 'endpoint', 'packages/contracts/src/endpoints', values),
    ...writeTemplate(root, 'endpoint-service', `services/claims/src/features/${slug}`, values),
    ...(remote ? writeTemplate(root, 'endpoint-remote', `${remote}/src/features/${slug}`, values) : []),
  ];
  for (const { write } of edits) write();
  return {
    files: [...files, ...edits.map(({ file }) => file), ...addCapability(root, 'claims', `GET ${values.path}`, camel)],
    next: '`npm run contracts` lists it as served; then write what it really asks and answers',
  };
}
