import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { logFile, runLogged, step, StepFailed } from './steps.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'microsoft-edge'];
const PLACES = [
  '/usr/bin',
  '/usr/local/bin',
  '/snap/bin',
  '/opt/google/chrome',
  '/Applications/Chromium.app/Contents/MacOS',
  '/Applications/Google Chrome.app/Contents/MacOS',
];

const isProgram = (file) => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** @returns path of a Chromium on this machine, or `null` */
export function findChromium(environment = process.env) {
  const given = environment.CHROMIUM_PATH;
  if (given) return isProgram(given) ? given : null;
  const folders = [...(environment.PATH ?? '').split(path.delimiter), ...PLACES];
  for (const name of [...NAMES, 'Chromium', 'Google Chrome']) {
    for (const folder of folders) {
      const file = path.join(folder, name);
      if (folder && isProgram(file)) return file;
    }
  }
  return null;
}

/** Finds a Chromium, or installs Debian's where that is possible without a question. */
export async function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  if (process.env.CHROMIUM_PATH) {
    throw new StepFailed('CHROMIUM_PATH names no program', { advice: 'correct it or unset it' });
  }
  const isDebian = existsSync('/etc/debian_version') && isProgram('/usr/bin/apt-get');
  if (!isDebian || process.getuid?.() !== 0) {
    throw new StepFailed('The journeys need Chromium and there is none', {
      advice: isDebian
        ? 'run `sudo apt-get install chromium`, or set CHROMIUM_PATH'
        : 'install Chromium or Chrome, or set CHROMIUM_PATH to one',
    });
  }
  const log = logFile('chromium');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await step('Installing Chromium from Debian', async () => {
    const updated = await runLogged('apt-get', ['update', '-q'], { log, env });
    const code =
      updated === 0
        ? await runLogged('apt-get', ['install', '-qy', '--no-install-recommends', 'chromium'], { log, env })
        : updated;
    if (code !== 0)
      throw new StepFailed('Chromium could not be installed', {
        log,
        advice: 'install it by hand, or set CHROMIUM_PATH',
      });
  });
  const installed = findChromium();
  if (!installed)
    throw new StepFailed('Chromium was installed and cannot be found', { advice: 'set CHROMIUM_PATH to it' });
  return installed;
}

const isInstalled = (name) =>
  [...(process.env.PATH ?? '').split(path.delimiter), ...PLACES].some(
    (folder) => folder && isProgram(path.join(folder, name)),
  );

const FONT_FOLDERS = ['/usr/share/fonts', '/usr/local/share/fonts', path.join(homedir(), '.fonts')];
/** The fallback faces of the site are cut for them (packages/ui/scripts/make-fonts.mjs). */
const FALLBACK_FONT = /^(?:Arial|Arimo-Regular|LiberationSans-Regular)\.ttf$/i;

/** @returns whether a browser has a font as wide as Arial; systems other than Linux bring one */
export function hasFallbackFont(folders = FONT_FOLDERS) {
  if (process.platform !== 'linux') return true;
  return folders.some(
    (folder) =>
      existsSync(folder) &&
      readdirSync(folder, { recursive: true }).some((file) => FALLBACK_FONT.test(path.basename(file))),
  );
}

/** What checks need of Debian besides a browser: `pdftotext` reads the text layer of letters. */
const CHECK_TOOLS = [{ name: 'pdftotext', package: 'poppler-utils', isThere: () => isInstalled('pdftotext') }];
/** A browser without them shows the text before its font comes in another width, and the page moves. */
const BROWSER_FONTS = [{ name: 'a font as wide as Arial', package: 'fonts-liberation', isThere: hasFallbackFont }];

/** Installs what checks need and is not there, where that is possible without a question. */
async function ensurePackages(tools) {
  const missing = tools.filter(({ isThere }) => !isThere());
  if (missing.length === 0) return;
  const packages = missing.map((tool) => tool.package);
  const isDebian = existsSync('/etc/debian_version') && isProgram('/usr/bin/apt-get');
  if (!isDebian || process.getuid?.() !== 0) {
    throw new StepFailed(`The checks need ${missing.map(({ name }) => name).join(' and ')}`, {
      advice: isDebian ? `run \`sudo apt-get install ${packages.join(' ')}\`` : `install ${packages.join(' and ')}`,
    });
  }
  const log = logFile('check-tools');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await step(`Installing ${packages.join(' and ')} from Debian`, async () => {
    await runLogged('apt-get', ['update', '-q'], { log, env });
    const code = await runLogged('apt-get', ['install', '-qy', '--no-install-recommends', ...packages], { log, env });
    if (code !== 0) throw new StepFailed('They could not be installed', { log, advice: 'install them by hand' });
  });
}

export const ensureCheckTools = () => ensurePackages(CHECK_TOOLS);
export const ensureBrowserFonts = () => ensurePackages(BROWSER_FONTS);
