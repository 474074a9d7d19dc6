import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { readPackage } from './package-archive.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'redress-package-'));
afterAll(() => rmSync(folder, { recursive: true }));
const packed = (...options: string[]) => execFileSync('tar', ['-cz', '--sort=name', '-C', folder, ...options, '.']);

/** Longer than the first field of a header. */
const LONG = `${'long-'.repeat(15)}/${'name-'.repeat(15)}.js`;
mkdirSync(path.join(folder, path.dirname(LONG)));
writeFileSync(path.join(folder, 'a.js'), 'text of a');
writeFileSync(path.join(folder, LONG), 'x'.repeat(1000));
writeFileSync(path.join(folder, 'empty.css'), '');

it.each(['ustar', 'pax', 'gnu'])('reads the files of a package of the form %s', (form) => {
  const files = readPackage(packed(`--format=${form}`));
  expect([...files].map(([name, bytes]) => [name, bytes.length]).sort()).toEqual([
    ['a.js', 9],
    ['empty.css', 0],
    [LONG, 1000],
  ]);
  expect(files.get('a.js')?.toString()).toBe('text of a');
});

it('refuses a link, what is cut off, a size that is none, what unpacks without end, and what is no package', () => {
  const tar = gunzipSync(packed('--format=ustar'));
  const changed = (at: number, text: string) => {
    const copy = Buffer.from(tar);
    // The first header is that of the folder, the second that of a.js.
    copy.write(text, 512 + at, 'latin1');
    return gzipSync(copy);
  };
  expect(() => readPackage(changed(124, '-0000001000\0'))).toThrow('ends in the middle');
  expect(() => readPackage(changed(124, '\x80\xff\xff\xff'))).toThrow('ends in the middle');
  expect(() => readPackage(changed(156, '2'))).toThrow('is no file');
  expect(() => readPackage(gzipSync(tar.subarray(0, 512 + 512 + 4)))).toThrow('ends in the middle');
  expect(() => readPackage(gzipSync(Buffer.alloc(43_000_000)))).toThrow('at most 42 MB');
  expect(() => readPackage(Buffer.from('no package'))).toThrow('Send a .tgz');
  symlinkSync('/etc/passwd', path.join(folder, 'link'));
  expect(() => readPackage(packed())).toThrow('link in the package is no file');
});
