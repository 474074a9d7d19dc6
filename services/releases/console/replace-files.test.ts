import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { replaceFiles } from './replace-files.ts';

let home: string;
beforeEach(() => (home = mkdtempSync(path.join(tmpdir(), 'redress-replace-'))));
afterEach(() => rmSync(home, { recursive: true, force: true }));

function folderOf(name: string, files: Record<string, string>): string {
  const folder = path.join(home, name);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  return folder;
}

it('puts files over those of the same name, and removes the others', () => {
  const folder = folderOf('console', { 'index.html': 'old', 'old.css': 'x', 'fonts/a.woff2': 'x' });
  const fresh = folderOf('fresh', { 'index.html': 'new', 'new.css': 'y', 'fonts/b.woff2': 'y' });
  replaceFiles(fresh, folder);
  expect(existsSync(fresh)).toBe(false);
  expect(readFileSync(path.join(folder, 'index.html'), 'utf8')).toBe('new');
  expect(readdirSync(folder).sort()).toEqual(['fonts', 'index.html', 'new.css']);
  expect(readdirSync(path.join(folder, 'fonts'))).toEqual(['b.woff2']);
});

it('makes a folder that is not there', () => {
  replaceFiles(folderOf('fresh', { 'a.js': '1' }), path.join(home, 'dist/console'));
  expect(readdirSync(path.join(home, 'dist/console'))).toEqual(['a.js']);
});

it('leaves no moment in which a file is missing or cut off', async () => {
  const text = 'x'.repeat(100_000);
  const folder = folderOf('console', { 'console.js': text });
  // Replaces them until it is ended.
  const script = `import { mkdirSync, writeFileSync } from 'node:fs';
    import { replaceFiles } from ${JSON.stringify(path.join(import.meta.dirname, 'replace-files.ts'))};
    for (let round = 0; ; round += 1) {
      const fresh = ${JSON.stringify(path.join(home, 'fresh-'))} + round;
      mkdirSync(fresh);
      writeFileSync(fresh + '/console.js', 'x'.repeat(100_000));
      replaceFiles(fresh, ${JSON.stringify(folder)});
      if (round === 10) process.stdout.write('at work');
    }`;
  const child = spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  const found = new Set<number>();
  for (let reading = 0; reading < 1_000; reading += 1)
    found.add(readFileSync(path.join(folder, 'console.js'), 'utf8').length);
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  expect([...found]).toEqual([text.length]);
});
