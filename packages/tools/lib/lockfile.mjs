import { readFileSync } from 'node:fs';
import path from 'node:path';

const RULES = new URL('../data/dependency-floors.json', import.meta.url);
const PACKAGE = /^ {2}'?((?:@[^/@]+\/)?[^@\s']+)@([^:('\s]+)'?:\n((?: {4}.*\n)*)/gm;
/** Settings beside `allowBuilds` by which a package could run a script while it is installed. */
const SCRIPTS_OTHERWISE = /^(dangerouslyAllowAllBuilds|onlyBuiltDependencies(?:File)?|ignoreScripts: false):?/gm;
const section = (text, name) => new RegExp(`^${name}:\\n([\\s\\S]*?)(?=^\\S|(?![\\s\\S]))`, 'm').exec(text)?.[1] ?? '';

const numbers = (version) => version.split('-')[0].split('.').map(Number);
function isLower(version, floor) {
  const [have, need] = [numbers(version), numbers(floor)];
  const at = need.findIndex((part, index) => have[index] !== part);
  return at >= 0 && (have[at] ?? 0) < need[at];
}

/** An advisory may be mended in an older major version as well: `alsoFrom` names the first sound version of each. */
const isSound = (version, { atLeast, alsoFrom = [] }) =>
  !isLower(version, atLeast) ||
  alsoFrom.some((floor) => numbers(version)[0] === numbers(floor)[0] && !isLower(version, floor));

/**
 * What in the lockfile and the workspace file must not be merged: a version below its floor, a pinned package in another
 * version, a forbidden package, a package without a sha512, an install script that is not named or that another setting lets
 * run, a range in the catalog.
 * @param {string} root - the repository's folder
 * @returns {string[]} one sentence each
 */
export function findLockfileFaults(root, rules = JSON.parse(readFileSync(RULES, 'utf8'))) {
  const lockfile = readFileSync(path.join(root, 'pnpm-lock.yaml'), 'utf8');
  const workspace = readFileSync(path.join(root, 'pnpm-workspace.yaml'), 'utf8');
  const packages = [...section(lockfile, 'packages').matchAll(PACKAGE)].map(([, name, version, about]) => ({
    name,
    version,
    hasHash: /integrity: sha512-/.test(about),
  }));
  const faults = packages.length === 0 ? ['pnpm-lock.yaml lists no package: its form has changed'] : [];
  for (const { name, version, hasHash } of packages) {
    const floor = rules.floors.find((rule) => rule.name === name);
    if (floor && !isSound(version, floor))
      faults.push(`${name} ${version} is below ${floor.atLeast} (${floor.because})`);
    const pin = rules.pinned.find((rule) => rule.name === name);
    if (pin && version !== pin.version) faults.push(`${name} ${version} is not ${pin.version} (${pin.because})`);
    const ban = rules.forbidden.find(({ pattern }) => new RegExp(pattern).test(name));
    if (ban) faults.push(`${name} ${version} may not be installed (${ban.because})`);
    if (!hasHash) faults.push(`${name} ${version} has no sha512`);
  }
  for (const [, quoted, plain] of section(workspace, 'allowBuilds').matchAll(
    /^ {2}(?:'([^']+)'|([\w@/-]+)): true$/gm,
  )) {
    const name = quoted ?? plain;
    if (!rules.mayRunInstallScripts.includes(name)) faults.push(`${name} may not run an install script`);
  }
  for (const [, setting] of workspace.matchAll(SCRIPTS_OTHERWISE))
    faults.push(`${setting} lets install scripts run past allowBuilds`);
  for (const [, name, version] of section(workspace, 'catalog').matchAll(/^ {2}'?([^':]+)'?: (\S+)$/gm)) {
    if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
      faults.push(`${name} ${version} in the catalog is not an exact version`);
  }
  return faults;
}
