import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generate, namesOf } from '../lib/generate.mjs';

const REPOSITORY = path.resolve(import.meta.dirname, '../../..');
const WORKSPACES = ['mf-account', 'packages/contracts', 'packages/copy', 'services/claims'];
/** The workspaces in which a new call is used must see the contracts of the copy; with the files that a new call changes. */
const WITH_COPIED_CONTRACTS = [
  ['mf-account', 'src/features/refund-notes'],
  ['services/claims', 'src/features.ts'],
] as const;

/** A copy of what the templates write to, with the installed packages of the repository. */
let root: string;
beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'redress-generate-'));
  for (const workspace of WORKSPACES) {
    cpSync(path.join(REPOSITORY, workspace), path.join(root, workspace), {
      recursive: true,
      // Builds of the same run make and remove files in .cache and dist.
      filter: (source) => !/\/(node_modules|dist|test-results|\.turbo|\.cache)(\/|$)/.test(source),
    });
    symlinkSync(path.join(REPOSITORY, workspace, 'node_modules'), path.join(root, workspace, 'node_modules'));
  }
  symlinkSync(path.join(REPOSITORY, 'node_modules'), path.join(root, 'node_modules'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const passes = (workspace: string, name: string, ...args: string[]) => {
  const places = [path.join(root, workspace), root].map((folder) => path.join(folder, 'node_modules/.bin', name));
  const cwd = path.join(root, workspace);
  const { status, stdout, stderr } = spawnSync(places.find(existsSync)!, args, { cwd, encoding: 'utf8' });
  expect({ status, said: status === 0 ? '' : `${stdout}${stderr}` }).toEqual({ status: 0, said: '' });
};

/** What a generator wrote or changed, with all that it stands on: whole workspaces are checked beside these tests. */
function compiles(workspace: string, ...include: string[]): void {
  const config = { extends: './tsconfig.json', include };
  writeFileSync(path.join(root, workspace, 'tsconfig.made.json'), JSON.stringify(config));
  passes(workspace, 'tsc', '-p', 'tsconfig.made.json');
}

/** Installs a workspace of the copy by links to what the original has, a new one by those of mf-account. */
function linkPackages(workspace: string, replaced: Record<string, string>): void {
  const own = existsSync(path.join(REPOSITORY, workspace)) ? workspace : 'mf-account';
  const installed = path.join(REPOSITORY, own, 'node_modules');
  const names = readdirSync(installed).flatMap((name) =>
    name.startsWith('@') ? readdirSync(path.join(installed, name)).map((inside) => `${name}/${inside}`) : [name],
  );
  for (const name of names) {
    const link = path.join(root, workspace, 'node_modules', name);
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(replaced[name] ?? path.join(installed, name), link);
  }
}

it('knows the forms of a name', () => {
  expect(namesOf('paid-letters')).toEqual({
    slug: 'paid-letters',
    camel: 'paidLetters',
    Pascal: 'PaidLetters',
    Title: 'Paid letters',
    label: 'Paid letters',
  });
});

it('gives a remote an entry in the side bar that the contract takes, a line in CODEOWNERS and a row of its screen, once', async () => {
  const top = mkdtempSync(path.join(tmpdir(), 'redress-owners-'));
  try {
    for (const file of ['CODEOWNERS', 'docs/capabilities.json'])
      cpSync(path.join(REPOSITORY, file), path.join(top, file));
    const slug = 'letters-that-came-back-unopened';
    expect(generate(top, 'remote', [slug]).files).toContain('CODEOWNERS');
    const owners = readFileSync(path.join(top, 'CODEOWNERS'), 'utf8');
    expect(owners.trimEnd().split('\n').at(-1)).toBe(`/mf-${slug}/ @redress/team-${slug}`);
    rmSync(path.join(top, `mf-${slug}`), { recursive: true });
    rmSync(path.join(top, 'packages'), { recursive: true });
    generate(top, 'remote', [slug]);
    expect(readFileSync(path.join(top, 'CODEOWNERS'), 'utf8')).toBe(owners);
    const rows = readFileSync(path.join(top, 'docs/capabilities.json'), 'utf8');
    expect(JSON.parse(rows)).toMatchObject({ [`screen /${slug}`]: `now: mf-${slug}`, 'screen /': 'now: mf-wizard' });
    expect(rows.split(`"screen /${slug}"`)).toHaveLength(2);

    const config = readFileSync(path.join(top, `mf-${slug}/remote.config.ts`), 'utf8');
    const label = 'Letters that came back unopene';
    expect(config).toContain(`menu: [{ to: '/${slug}', label: '${label}', icon: 'file-text', order: 100 }]`);
    // As long as the contract of a label allows (packages/contracts/src/releases/menu.ts).
    expect(label).toHaveLength(30);
  } finally {
    rmSync(top, { recursive: true });
  }
});

it('makes a remote that compiles and passes its own test', () => {
  const { files } = generate(root, 'remote', ['mf-paid-letters']);
  expect(files).toContain('mf-paid-letters/remote.config.ts');
  linkPackages('mf-paid-letters', { '@redress/copy': path.join(root, 'packages/copy') });
  passes('mf-paid-letters', 'tsc', '-p', '.');
  passes('mf-paid-letters', 'redress-jest');
  const { numPassedTests } = JSON.parse(
    readFileSync(path.join(root, 'mf-paid-letters/test-results/jest.json'), 'utf8'),
  ) as { numPassedTests: number };
  expect(numPassedTests).toBe(1);
});

it('makes a feature that passes in the remote it is put in, where it is compiled with the call', () => {
  generate(root, 'feature', ['mf-account', 'refund-notes']);
  passes('mf-account', 'redress-jest', 'src/features/refund-notes');
});

it('makes a call from contract to screen: it compiles, stands in the table, and is served', () => {
  mkdirSync(path.join(root, 'docs'), { recursive: true });
  writeFileSync(
    path.join(root, 'docs/capabilities.json'),
    '{\n  "claims GET /api/a": "now: a",\n  "view now": "now: v"\n}\n',
  );
  const { files } = generate(root, 'endpoint', ['refund-status', '/api/refunds/status', 'mf-account']);
  const rows = JSON.parse(readFileSync(path.join(root, 'docs/capabilities.json'), 'utf8')) as object;
  expect(rows).toHaveProperty(['claims GET /api/refunds/status'], 'now: refundStatus');
  expect(files).toEqual(
    expect.arrayContaining([
      'packages/contracts/src/endpoints/refund-status.ts',
      'services/claims/src/features/refund-status/refund-status.service.ts',
      'services/claims/src/features/refund-status/refund-status.repository.ts',
      'mf-account/src/features/refund-status/refund-status.api.ts',
      'services/claims/src/features.ts',
    ]),
  );
  passes('packages/contracts', 'tsc', '-p', '.');
  passes('packages/contracts', 'redress-jest', 'src/endpoints/refund-status');
  // TypeScript takes two packages of one name and version for the same package.
  const manifest = path.join(root, 'packages/contracts/package.json');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"version": "0.1.0"', '"version": "0.1.1"'));
  for (const [workspace, ...touched] of WITH_COPIED_CONTRACTS) {
    rmSync(path.join(root, workspace, 'node_modules'));
    linkPackages(workspace, { '@redress/contracts': path.join(root, 'packages/contracts') });
    compiles(workspace, 'src/features/refund-status', ...touched);
  }
  passes('services/claims', 'redress-jest', 'src/features/refund-status');
});

it('appends decisions to their page under the next number of all pages, dates them, and lists them', () => {
  const folder = path.join(root, 'docs/decisions');
  mkdirSync(folder, { recursive: true });
  const rows = ['- [Money](money.md): 0401', '- [Rollouts](rollouts.md): 0218 0609'];
  writeFileSync(path.join(folder, 'README.md'), `# Decisions\n\n${rows.join('\n')}\n`);
  writeFileSync(path.join(folder, 'money.md'), '# Money\n\n## 0401 One order a claim\n\n2026-11-21.\n');
  writeFileSync(path.join(folder, 'rollouts.md'), '# Rollouts\n\n## 0218, 0609 Variants\n\n2026-11-22.\n');
  expect(generate(root, 'decision', ['money', 'refunds', 'are', 'asked', 'first']).files).toEqual([
    'docs/decisions/money.md',
    'docs/decisions/README.md',
  ]);
  generate(root, 'decision', ['rollouts', 'Another']);
  expect(readFileSync(path.join(folder, 'money.md'), 'utf8')).toMatch(
    /2026-11-21\.\n\n## 0610 Refunds are asked first\n\n\d{4}-\d\d-\d\d\. What forces/,
  );
  expect(readFileSync(path.join(folder, 'README.md'), 'utf8').split('\n').slice(2, 4)).toEqual([
    `${rows[0]} 0610`,
    `${rows[1]} 0611`,
  ]);
});

it.each([
  ['remote', ['Bad Name'], /is not a name of a remote/],
  ['feature', ['mf-nowhere', 'x'], /There is no mf-nowhere/],
  ['endpoint', ['x', '/evil'], /is no path of a new call/],
  ['endpoint', ['x', 'mf-nowhere'], /There is no mf-nowhere/],
  ['decision', ['Keep', 'builds'], /is no page of decisions/],
  ['decision', ['money'], /has no title/],
  ['table', [], /There is no template table/],
])('refuses gen %s %j and says what to write', (kind, args, sentence) => {
  expect(() => generate(root, kind, args)).toThrow(sentence);
});

it('writes over nothing', () => {
  generate(root, 'feature', ['mf-account', 'once']);
  expect(() => generate(root, 'feature', ['mf-account', 'once'])).toThrow(/is there already/);
});
