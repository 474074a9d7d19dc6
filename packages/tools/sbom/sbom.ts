import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Contrib, Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';
import { PackageURL } from 'packageurl-js';

/** The file's name, beside `build.json` of a build and in `dist` of a service. */
export const SBOM_FILE = 'sbom.cdx.json';

export interface SbomSubject {
  /** The build or service: `mf-letters`. */
  name: string;
  /** Its version, with the build id where there is one. */
  version: string;
  /** Folders of the packages that it holds, in any order, repetitions allowed. */
  packages: Iterable<string>;
}

interface PackageJson {
  name?: string;
  version?: string;
  license?: string | { type?: string };
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const require = createRequire(import.meta.url);
// It has no types of its own: called with a licence expression, it throws when that is none.
const parseLicence = require('spdx-expression-parse') as (expression: string) => void;

const isOwn = (name: string): boolean => name.startsWith('@redress/');

const readPackage = (folder: string): PackageJson | undefined => {
  try {
    return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as PackageJson;
  } catch {
    return undefined;
  }
};

/** @returns the folder of the package that a file belongs to; a `package.json` without name and version is passed over */
export function packageFolderOf(file: string): string | undefined {
  for (let folder = path.dirname(file); folder !== path.dirname(folder); folder = path.dirname(folder)) {
    const about = readPackage(folder);
    if (about?.name && about.version) return folder;
  }
  return undefined;
}

function folderOfDependency(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const candidate = path.join(folder, 'node_modules', name);
    if (readPackage(candidate)) return realFolder(candidate);
    if (folder === path.dirname(folder)) return undefined;
  }
}

const realFolder = (folder: string): string => path.dirname(realpathSync(path.join(folder, 'package.json')));

/**
 * What a program run from `folder` may load: its dependencies and theirs, without development dependencies.
 * Optional ones count where they are installed.
 */
export function installedPackages(folder: string): Set<string> {
  const found = new Set<string>();
  const visit = (at: string) => {
    const { dependencies = {}, optionalDependencies = {} } = readPackage(at) ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const next = folderOfDependency(name, at);
      if (next === undefined || found.has(next)) continue;
      found.add(next);
      visit(next);
    }
  };
  visit(folder);
  return found;
}

/**
 * The bill of materials as CycloneDX 1.6 in JSON. The same packages give the same bytes: it holds no time and no number
 * of its own. The workspaces of the repository are the subject itself and not listed.
 */
export function makeSbom({ name, version, packages }: SbomSubject): string {
  const licences = new Contrib.License.Factories.LicenseFactory(parseLicence);
  const root = new Models.Component(Enums.ComponentType.Application, name, { version, bomRef: `${name}@${version}` });
  const bom = new Models.Bom({ metadata: new Models.Metadata({ component: root }) });
  const listed = new Set<string>();
  for (const folder of packages) {
    const about = readPackage(folder);
    if (!about?.name || !about.version || isOwn(about.name)) continue;
    const purl = purlOf(about.name, about.version);
    if (listed.has(purl)) continue;
    listed.add(purl);
    const [group, plainName] = about.name.startsWith('@') ? about.name.split('/') : [undefined, about.name];
    const component = new Models.Component(Enums.ComponentType.Library, plainName ?? about.name, {
      ...(group ? { group } : {}),
      version: about.version,
      purl,
      bomRef: purl,
    });
    const licence = typeof about.license === 'string' ? about.license : about.license?.type;
    if (licence) component.licenses.add(licences.makeFromString(licence));
    bom.components.add(component);
    root.dependencies.add(component.bomRef);
  }
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return `${serializer.serialize(bom, { sortLists: true, space: 1 })}\n`;
}

/** A file of the build, which the site serves with it; in `dist` of a service. */
export const NOTICES_FILE = 'third-party-notices.txt';

const LICENCE_FILE = /^(licen[cs]e|copying|notice)([.-]|$)/i;

const licenceTextOf = (folder: string): string =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENCE_FILE.test(entry.name))
    .map((entry) => readFileSync(path.join(folder, entry.name), 'utf8').replaceAll('\r\n', '\n').trim())
    .toSorted()
    .join('\n\n');

/**
 * Names, versions and licences of packages with the texts that their licences ask to be passed on. Equal texts stand
 * once; the same packages give the same bytes. A workspace of the repository stands with its file NOTICE, where it holds
 * data of others, and else is left out.
 * @param packages - their folders, in any order, repetitions allowed
 */
export function makeNotices(packages: Iterable<string>): string {
  const byText = new Map<string, Set<string>>();
  for (const folder of packages) {
    const { name, version, license } = readPackage(folder) ?? {};
    if (!name || !version) continue;
    if (isOwn(name)) {
      const notice = licenceTextOf(folder);
      if (notice) byText.set(notice, new Set([`Data in ${name}`]));
      continue;
    }
    const licence = (typeof license === 'string' ? license : license?.type) ?? 'no licence named';
    const text = licenceTextOf(folder) || `The package has no text of its licence beside this name of it: ${licence}.`;
    byText.set(text, (byText.get(text) ?? new Set()).add(`${name} ${version} (${licence})`));
  }
  const parts = [...byText].map(([text, names]) => `${[...names].toSorted().join('\n')}\n\n${text}\n`).toSorted();
  return ['This program holds code of others, under these licences.\n', ...parts].join(`\n${'-'.repeat(80)}\n`);
}

function purlOf(name: string, version: string): string {
  const [first, second] = name.split('/');
  return new PackageURL('npm', second ? first : undefined, second ?? name, version, undefined, undefined).toString();
}
