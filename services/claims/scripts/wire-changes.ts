import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openApiDocument, releasesOpenApiDocument, wireLines } from '@redress/contracts/openapi';

const ROOT = path.resolve(import.meta.dirname, '../../..');
/** What the contract is made of. */
const SOURCES = ['packages/contracts', 'packages/domain'];

type Document = ReturnType<typeof openApiDocument>;

function commitNamed(name: string): string {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--verify', '--quiet', `${name}^{commit}`], { cwd: ROOT });
  if (status === 0) return stdout.toString().trim();
  process.stderr.write(`There is no commit ${name}: name one that this clone has, such as HEAD~10 or main.\n`);
  process.exit(1);
}

/** Both descriptions as the sources of a commit make them, with today's packages from the registry. */
function documentsAt(commit: string): Document[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, maxBuffer: 1e9 });
  const id = commitNamed(commit);
  const folder = path.join(ROOT, '.cache', `wire-${id}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  try {
    execFileSync('tar', ['-x', '-C', folder], { input: git('archive', id, ...SOURCES) });
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
    for (const source of SOURCES) {
      const modules = path.join(ROOT, source, 'node_modules');
      // The links of a workspace are relative: copied as they are, they lead to the other sources of that commit.
      if (existsSync(modules))
        cpSync(modules, path.join(folder, source, 'node_modules'), { recursive: true, verbatimSymlinks: true });
    }
    const program = path.join(folder, 'print.ts');
    writeFileSync(
      program,
      `import { openApiDocument, releasesOpenApiDocument } from './packages/contracts/src/openapi/index.ts';
process.stdout.write(JSON.stringify([openApiDocument(), releasesOpenApiDocument()]));`,
    );
    return JSON.parse(execFileSync(process.execPath, [program], { maxBuffer: 1e9 }).toString()) as Document[];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Prints each fact of the wire that came (`+`) or went (`-`) since a commit. */
export function printWireChanges(commit: string): void {
  const now = [openApiDocument(), releasesOpenApiDocument()];
  let changes = 0;
  documentsAt(commit).forEach((document, index) => {
    const [before, after] = [wireLines(document), wireLines(now[index] ?? {})];
    const gone = [...before].filter((line) => !after.has(line)).map((line) => `- ${line}`);
    const come = [...after].filter((line) => !before.has(line)).map((line) => `+ ${line}`);
    const lines = [...gone, ...come].sort((a, b) => (a.slice(2) < b.slice(2) ? -1 : 1));
    changes += lines.length;
    for (const line of lines) process.stdout.write(`${line}\n`);
  });
  process.stdout.write(`${changes} changes of the wire since ${commit}\n`);
}
