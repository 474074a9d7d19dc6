import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import {
  aShellBuild,
  aWizardBuild,
  anAccountBuild,
  fakeReleases,
  type FakeReleases,
} from '../testing/fake-releases.ts';
import { aSite, type TestSite } from '../testing/test-site.ts';

/** The contract with a browser that has earlier contents of a file (RFC 9842), over plain HTTP. */
const textOf = (release: number) => `/* release ${release} */${'self.page=1;'.repeat(60)}`;
const sha256 = (text: string) => createHash('sha256').update(text).digest();
const nameOf = (text: string) => `:${sha256(text).toString('base64')}:`;
const copyOf = (text: string, dictionary: string) =>
  Buffer.concat([
    Buffer.from('5e2a4d1820000000', 'hex'),
    sha256(dictionary),
    zstdCompressSync(text, { dictionary: Buffer.from(dictionary) }),
  ]);
const TAKEN = 'gzip, deflate, br, zstd, dcb, dcz';
const offering = (dictionary: string) => ({ 'accept-encoding': TAKEN, 'available-dictionary': nameOf(dictionary) });

const FILE = 'page.0123456789.js';
const ADDRESS = `/assets/mf-wizard/files/${FILE}`;
const NOW = textOf(3);
let releases: FakeReleases;
let site: TestSite;
beforeEach(async () => {
  releases = fakeReleases(aShellBuild(), aWizardBuild('a1', { [FILE]: NOW }), anAccountBuild());
  for (const earlier of [1, 2]) releases.copies.set(nameOf(textOf(earlier)), copyOf(NOW, textOf(earlier)));
  site = await aSite(releases);
});
afterEach(() => site.close());

type Answer = Awaited<ReturnType<TestSite['get']>>;
/** What a browser that has this dictionary makes of an answer. @throws when it cannot read it */
function read(encoding: unknown, bytes: Buffer, dictionary: string): string {
  if (encoding === 'br') return brotliDecompressSync(bytes).toString();
  if (encoding === 'gzip') return gunzipSync(bytes).toString();
  if (encoding !== 'dcz') return bytes.toString();
  if (!bytes.subarray(8, 40).equals(sha256(dictionary))) throw new Error('of another dictionary');
  return zstdDecompressSync(bytes.subarray(40), { dictionary: Buffer.from(dictionary) }).toString();
}
const readAnswer = ({ headers, rawPayload }: Answer, dictionary: string) =>
  read(headers['content-encoding'], rawPayload, dictionary);

it('answers who has an earlier file with what has changed since', async () => {
  for (const earlier of [1, 2]) {
    const answer = await site.get(ADDRESS, offering(textOf(earlier)));
    expect(answer.headers).toMatchObject({
      'content-encoding': 'dcz',
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'accept-encoding, available-dictionary',
    });
    expect(readAnswer(answer, textOf(earlier))).toBe(NOW);
    expect(answer.rawPayload.length).toBeLessThan(100);
  }
});

it('says of each script and style sheet in which addresses it serves as a dictionary, those with a query left out', async () => {
  const { headers } = await site.get(ADDRESS, { 'accept-encoding': TAKEN });
  expect(headers['use-as-dictionary']).toBe('match="/assets/mf-wizard/*/page.*.js?"');
  expect(headers.vary).toBe('accept-encoding, available-dictionary');
});

it.each([
  ['offers none', {}],
  ['offers one that is not here', { 'available-dictionary': nameOf('of long ago') }],
  ['offers no digest', { 'available-dictionary': '__proto__' }],
  ['offers one and does not take the encoding', { ...offering(textOf(1)), 'accept-encoding': 'gzip, br' }],
  ['refuses the encoding', { ...offering(textOf(1)), 'accept-encoding': 'br, dcz;q=0' }],
])('answers as before who %s, and reads nothing for it again', async (_, headers) => {
  await site.get(ADDRESS);
  releases.reads.length = 0;
  const answer = await site.get(ADDRESS, { 'accept-encoding': TAKEN, ...headers });
  expect(answer.headers['content-encoding']).toBe('br');
  expect(readAnswer(answer, '')).toBe(NOW);
  expect(releases.reads).toEqual([]);
});

it('leaves whoever lies about a dictionary with an answer that nobody else gets', async () => {
  const lied = await site.get(ADDRESS, offering(textOf(1)));
  expect(() => readAnswer(lied, textOf(2))).toThrow('of another dictionary');
  expect(readAnswer(await site.get(ADDRESS, offering(textOf(2))), textOf(2))).toBe(NOW);
});

it('goes on with a rolled back release for tabs that fetch its files, by dictionary or not', async () => {
  await releases.serve([aShellBuild(), aWizardBuild('b0', { 'page.9999999999.js': textOf(2) }), anAccountBuild()]);
  expect(readAnswer(await site.get(ADDRESS, offering(textOf(1))), textOf(1))).toBe(NOW);
  const back = await site.get('/assets/mf-wizard/files/page.9999999999.js', offering(NOW));
  expect(back.headers['content-encoding']).toBe('br');
  expect(readAnswer(back, '')).toBe(textOf(2));
});

it('keeps dictionaries away from documents, answers of the API and files without a hash in their names', async () => {
  for (const path of [
    '/',
    '/dashboard',
    '/nowhere',
    '/api/nothing.php',
    '/assets/mf-wizard/1.0.0-a10000000000/page.js',
  ]) {
    const { headers } = await site.get(path, offering(textOf(1)));
    expect(headers['content-encoding']).not.toBe('dcz');
    expect(headers['use-as-dictionary']).toBeUndefined();
    expect(String(headers.vary)).not.toContain('dictionary');
  }
});

describe('behind the proxy of docs/deploy', () => {
  const file = readFileSync(new URL('../../../../docs/deploy/nginx.conf', import.meta.url), 'utf8');
  const setting = (name: string) => new RegExp(`${name} "?([^";]*)"?;`).exec(file)![1]!;
  const maps = [...file.matchAll(/map "?(.*?)"? (\$\w+) \{\n([^]*?)\n {2}\}/g)];

  /** What nginx makes of these variables by the maps of the file, in their order. */
  function evaluate(given: Record<string, string>): (text: string) => string {
    const known: Record<string, string> = { ...given };
    const filled = (text: string) => text.replaceAll(/\$(\w+)/g, (_, name: string) => known[name] ?? '');
    for (const [, source = '', target = '', body = ''] of maps) {
      const from = filled(source);
      const rules = [...body.matchAll(/^\s*(?:"(.*?)"|(\w+)) (?:"(.*)"|(\S+));$/gm)];
      let value = '';
      const ranked = [...rules.filter(([, pattern]) => pattern !== undefined), ...rules.filter(([, , word]) => word)];
      for (const [, pattern, word, quoted, bare] of ranked) {
        const [, flag, regex] = /^~(\*?)(.*)$/.exec(pattern ?? '') ?? [];
        const found = regex === undefined ? null : new RegExp(regex, flag ? 'i' : '').exec(from);
        if (!found && word !== 'default' && pattern !== from) continue;
        Object.assign(known, found?.groups);
        value = filled(quoted ?? bare ?? '');
        break;
      }
      known[target.slice(1)] = value;
    }
    return filled;
  }

  it('no browser gets what another one was sent, unless it reads it as well', async () => {
    const kept = new Map<string, { encoding: unknown; bytes: Buffer }>();
    const browsers = [undefined, textOf(1), textOf(2), 'of long ago'].flatMap((dictionary) =>
      [TAKEN, 'gzip, br', 'gzip', 'br, dcz;q=0', ''].map((taken) => ({ dictionary, taken })),
    );
    let hits = 0;
    for (const { dictionary, taken } of [...browsers, ...browsers]) {
      const asked = {
        http_accept_encoding: taken,
        ...(dictionary ? { http_available_dictionary: nameOf(dictionary) } : {}),
      };
      const before = evaluate({ ...asked, uri: ADDRESS });
      const key = before(setting('proxy_cache_key'));
      let answer = kept.get(key);
      if (answer) hits += 1;
      else {
        const sent = await site.get(ADDRESS, {
          'accept-encoding': before(setting('proxy_set_header Accept-Encoding')),
          'available-dictionary': before(setting('proxy_set_header Available-Dictionary')),
        });
        answer = { encoding: sent.headers['content-encoding'], bytes: sent.rawPayload };
        const after = evaluate({
          ...asked,
          uri: ADDRESS,
          upstream_http_content_encoding: String(answer.encoding ?? ''),
        });
        if (after(setting('proxy_no_cache')) === '') kept.set(key, answer);
      }
      expect(read(answer.encoding, answer.bytes, dictionary ?? '')).toBe(NOW);
      const isByDictionary = taken === TAKEN && [textOf(1), textOf(2)].includes(dictionary ?? '');
      expect(answer.encoding === 'dcz').toBe(isByDictionary);
    }
    // Two dictionaries and three usual forms; a digest that names nothing here is never kept.
    expect([...kept.keys()].map((key) => key.replace(ADDRESS, '')).toSorted()).toEqual(
      ['  ', ' br ', ' gzip ', ` br ${nameOf(textOf(1))}`, ` br ${nameOf(textOf(2))}`].toSorted(),
    );
    expect(hits).toBe(2 * browsers.length - kept.size - 2);
  });
});
