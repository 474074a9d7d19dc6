import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readPackage, workspaces } from './install.mjs';
import { inRoot, NODE } from './repository.mjs';
import { logFile, runLogged } from './steps.mjs';

const configOf = (folder) =>
  existsSync(inRoot(folder, 'tsconfig.json'))
    ? JSON.parse(readFileSync(inRoot(folder, 'tsconfig.json'), 'utf8'))
    : null;

/**
 * In a group, every workspace has the names that one of them brings in for all files: declared by itself, or those of
 * Node where its tests import from there.
 */
function bringsGlobals(folder, { extends: base }) {
  const brings = base.endsWith('/node.json') ? /declare global/ : /declare global|from 'node:/;
  return ['src', 'test', 'gallery']
    .map((name) => inRoot(folder, name))
    .filter(existsSync)
    .flatMap((name) => readdirSync(name, { recursive: true }).map((file) => path.join(name, file)))
    .some((file) => file.endsWith('.d.ts') || (/\.tsx?$/.test(file) && brings.test(readFileSync(file, 'utf8'))));
}

/**
 * Workspaces whose types one program checks, because their tsconfig.json differ in nothing but the folder they stand in.
 * Alone, each checks what it imports of the others once more.
 * @returns lists of folders, each of two or more; what stands in none is checked alone
 */
export function typecheckGroups(folders = workspaces()) {
  const groups = new Map();
  for (const folder of folders) {
    const config = configOf(folder);
    if (config === null || Object.keys(config).join() !== 'extends,include') continue;
    if (readPackage(folder).scripts?.typecheck !== 'tsc -p .' || bringsGlobals(folder, config)) continue;
    groups.set(config.extends, [...(groups.get(config.extends) ?? []), folder]);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

/** Written where types and the base are found as in any workspace of the group. */
function writeConfig(group) {
  const [first] = group;
  const file = inRoot(first, '.cache/tsconfig.group.json');
  const { extends: base } = configOf(first);
  const include = group.flatMap((folder) =>
    configOf(folder).include.map((pattern) => path.relative(path.dirname(file), inRoot(folder, pattern))),
  );
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ extends: base, include }));
  return file;
}

/**
 * @param {string} output - of tsc
 * @returns the workspaces of a group in whose files an error stands; all when it stands in none of them
 */
export function faultyWorkspaces(output, group) {
  const files = [...output.matchAll(/^(\S.*?)\(\d+,\d+\): error /gm)].map(([, file]) => file);
  const faulty = group.filter((folder) => files.some((file) => file.startsWith(`${folder}/`)));
  return faulty.length > 0 ? faulty : group;
}

/**
 * Checks the types of a group in one program.
 * @returns the log, and whether each workspace is without an error
 */
export async function checkTypes(group) {
  const log = logFile(`types-${path.basename(group[0])}`);
  const tsc = inRoot('node_modules/typescript/bin/tsc');
  const args = [tsc, '-p', writeConfig(group), '--pretty', 'false', '--listFiles'];
  const code = await runLogged(NODE, args, { log });
  const output = readFileSync(log, 'utf8');
  const hasNode = /\/@types\/node\/index\.d\.ts$/m.test(output);
  const mayHaveNode = configOf(group[0]).extends.endsWith('/node.json');
  const errors = output.split('\n').filter((line) => !path.isAbsolute(line));
  // One workspace that brings the names of Node in would hide their use from the check of all others.
  if (hasNode && !mayHaveNode) errors.push(`A file of ${group.join(', ')} brings in @types/node.`);
  writeFileSync(log, errors.join('\n'));
  const isSound = code === 0 && (mayHaveNode || !hasNode);
  const faulty = isSound ? [] : faultyWorkspaces(errors.join('\n'), group);
  return { log, results: group.map((workspace) => ({ workspace, ok: !faulty.includes(workspace) })) };
}
