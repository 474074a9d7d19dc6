import { gunzipSync } from 'node:zlib';
import { ReleaseRefusal } from '../refusal.ts';

/** What a build may hold, and its tar headers. */
const MAX_BYTES = 42_000_000;
const BLOCK = 512;

const refuse = (message: string) => new ReleaseRefusal('REQUEST_INVALID', message);

/**
 * Regular files of a .tgz, as npm, Eik and Piral pack them: ustar, with names of a pax header, or of GNU's, where they are long.
 * Everything else in it is refused, a link above all.
 * @throws {ReleaseRefusal} `REQUEST_INVALID`
 */
export function readPackage(tgz: Buffer): Map<string, Buffer> {
  const tar = unpacked(tgz);
  const files = new Map<string, Buffer>();
  let longName: string | undefined;
  for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0;) {
    const header = tar.subarray(at, at + BLOCK);
    const field = (from: number, length: number) => {
      const bytes = header.subarray(from, from + length);
      const end = bytes.indexOf(0);
      return bytes.subarray(0, end === -1 ? length : end).toString('utf8');
    };
    const size = /^[0-7]{1,11} *$/.test(field(124, 12)) ? Number.parseInt(field(124, 12), 8) : NaN;
    const content = tar.subarray(at + BLOCK, at + BLOCK + size);
    if (content.length !== size) throw refuse('The package ends in the middle of a file.');
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    const type = field(156, 1);
    const name = longName ?? [field(345, 155), field(0, 100)].filter((part) => part !== '').join('/');
    longName = undefined;
    if (type === 'x') longName = /(?:^|\n)\d+ path=([^\n]+)\n/.exec(content.toString('utf8'))?.[1];
    else if (type === 'L') longName = content.toString('utf8').replace(/\0.*$/s, '');
    else if (type === '' || type === '0') files.set(name.replace(/^\.\//, ''), content);
    else if (type !== '5' && type !== 'g') throw refuse(`${name} in the package is no file.`);
  }
  return files;
}

function unpacked(tgz: Buffer): Buffer {
  try {
    return gunzipSync(tgz, { maxOutputLength: MAX_BYTES });
  } catch {
    throw refuse('Send a .tgz of at most 42 MB of files.');
  }
}
