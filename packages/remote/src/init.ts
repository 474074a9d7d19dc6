import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { checkSlug, namesOf, readTemplate, writeTemplate } from '@redress/tools/templates';
import { CommandRefused, type Command } from './command.ts';

type Dependencies = Record<string, string>;
interface PackageJson {
  dependencies?: Dependencies;
  devDependencies?: Dependencies;
  [key: string]: unknown;
}

const TEAM = /^[a-z][a-z0-9-]{1,60}$/;
/** A repository brings its own rules of lint. */
const LEFT_OUT = ['eslint.config.js', 'package.json'];

const sorted = (all: Dependencies): Dependencies =>
  Object.fromEntries(Object.entries(all).sort(([one], [other]) => (one < other ? -1 : 1)));

/**
 * What the template names, with what is installed already left as it is: packages of a folder keep their `file:`.
 * @returns the whole `package.json`
 */
export function mergedPackageJson(standing: PackageJson, wanted: PackageJson): PackageJson {
  const known = { ...standing.dependencies, ...standing.devDependencies };
  const withKnown = (all: Dependencies = {}) =>
    sorted(Object.fromEntries(Object.entries(all).map(([name, version]) => [name, known[name] ?? version])));
  const dependencies = withKnown(wanted.dependencies);
  const others = Object.fromEntries(Object.entries(known).filter(([name]) => !(name in dependencies)));
  return { ...wanted, dependencies, devDependencies: sorted({ ...withKnown(wanted.devDependencies), ...others }) };
}

function readStanding(file: string): PackageJson {
  if (!existsSync(file)) return {};
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as PackageJson;
  } catch (error) {
    throw new CommandRefused('PACKAGE_INVALID', `${file}: ${(error as Error).message}`, 'Correct the file.');
  }
}

export const initCommand: Command = {
  usage: 'init <name> --team <team>',
  about: 'writes a remote with one page, its test and its workflow into this folder: init greetings --team team-hello',
  run(args, { directory, write }) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { team: { type: 'string' } },
    });
    const slug = positionals[0]?.replace(/^mf-/, '');
    checkSlug(slug, 'remote');
    const owner = values.team ?? '';
    if (!TEAM.test(owner))
      throw new CommandRefused(
        'TEAM_MISSING',
        'A remote belongs to a team.',
        'Name it with --team, as its key is named.',
      );
    const names = { ...namesOf(slug), name: `mf-${slug}`, owner };
    const file = path.join(directory, 'package.json');
    const standing = readStanding(file);
    const files = writeTemplate(directory, ['remote', 'repository'], '.', names, LEFT_OUT);
    const wanted = JSON.parse(readTemplate('repository', 'package.json', names)) as PackageJson;
    writeFileSync(file, `${JSON.stringify(mergedPackageJson(standing, wanted), null, 2)}\n`);
    write([...files, 'package.json'].map((name) => `  ${name}`).join('\n'));
    write(`\nNext: npm install, then npm run typecheck && npm test && npm run build`);
    return Promise.resolve(0);
  },
};
