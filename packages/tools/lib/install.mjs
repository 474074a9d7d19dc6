import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot, NODE, PNPM } from './repository.mjs';
import { logFile, runLogged, step, StepFailed } from './steps.mjs';

const STAMP = inRoot('node_modules/.redress-installed');
const OLDEST_NODE = 20;

function checkNode() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major >= OLDEST_NODE) return;
  throw new StepFailed(`This is Node ${process.versions.node} and Redress needs ${OLDEST_NODE} or newer`, {
    advice: 'install a current Node from https://nodejs.org and try again',
  });
}

/** Every workspace folder, as pnpm-workspace.yaml lists them. */
export function workspaces() {
  const below = (folder) =>
    existsSync(inRoot(folder)) ? readdirSync(inRoot(folder)).map((name) => path.join(folder, name)) : [];
  const top = readdirSync(inRoot()).filter((name) => name === 'shell' || name === 'e2e' || name.startsWith('mf-'));
  return [...top, ...below('packages'), ...below('services')]
    .filter((folder) => existsSync(inRoot(folder, 'package.json')))
    .sort();
}

export const readPackage = (folder) => JSON.parse(readFileSync(inRoot(folder, 'package.json'), 'utf8'));

/** Changes when an install would do something. */
function fingerprint() {
  const hash = createHash('sha256');
  const files = [
    'package.json',
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
    ...workspaces().map((folder) => `${folder}/package.json`),
  ];
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(inRoot(file)))
      .update('\0');
  return hash.digest('hex');
}

function isInstalled() {
  try {
    return existsSync(NODE) && readFileSync(STAMP, 'utf8') === fingerprint();
  } catch {
    return false;
  }
}

/** Installs exactly what the lockfile says, unless that was done already. */
export async function ensureInstalled() {
  checkNode();
  if (isInstalled()) return;
  await install('Installing packages (a few minutes the first time)', '--frozen-lockfile');
}

/** Installs for a workspace that is new, and writes it into the lockfile. */
export const installAdded = () => install('Installing packages for it', '--no-frozen-lockfile');

async function install(what, lockfile) {
  const log = logFile('install');
  await step(what, async () => {
    let code;
    try {
      code = await runLogged('npx', ['--yes', PNPM, 'install', lockfile], {
        log,
        // Without a terminal pnpm asks nothing.
        env: { ...process.env, CI: 'true', npm_config_update_notifier: 'false' },
      });
    } catch (error) {
      throw new StepFailed(`npx could not be run (${error.message})`, {
        advice: 'install Node with npm and try again',
      });
    }
    if (code !== 0) throw new StepFailed('The packages could not be installed', { log, advice: adviceFor(log) });
  });
  writeFileSync(STAMP, fingerprint());
}

function adviceFor(log) {
  const text = readFileSync(log, 'utf8');
  if (/ERR_PNPM_OUTDATED_LOCKFILE|frozen-lockfile/.test(text)) {
    return `pnpm-lock.yaml does not fit the package.json files; run \`npx ${PNPM} install\` and commit the result`;
  }
  if (/ENOSPC/.test(text)) return 'the disk is full; free some space and try again';
  if (/EACCES|EPERM/.test(text)) return 'this user may not write to the folder; take ownership of it and try again';
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ERR_SOCKET/.test(text)) {
    return 'the package registry cannot be reached; check the network or proxy and try again';
  }
  return 'read the log above, and try again';
}
