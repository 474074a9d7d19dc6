import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, zstdCompressSync } from 'node:zlib';
import type { BrowserContext, Page } from '@playwright/test';
import type { BuildDescriptor } from '@redress/contracts/releases';
import { buildVariant, release, removeVariant, type Edit } from '../support/builds.ts';
import { untilNetworkIdle } from '../support/network-idle.ts';
import { expect, expectNoise, heading, test } from '../support/test.ts';

const headed = (words: string): Edit => ({
  file: 'src/shared/screen-heading.tsx',
  from: '{title}\n',
  to: `{title + ' ${words}'}\n`,
});
/** An edit behind the first screen: a report that names what a page has refused. */
const reported = (words: string): Edit => ({
  file: 'src/bootstrap.ts',
  from: 'is not that of the release',
  to: `is of ${words} release`,
});

interface Fetched {
  url: string;
  encoding: string | undefined;
  /** Bytes on the wire, headers among them; none where the browser had the file. */
  bytes: number;
}

/** A visit of the first page, until nothing is fetched any more. */
async function visit(context: BrowserContext): Promise<{ page: Page; fetched: Fetched[] }> {
  const page = await context.newPage();
  expectNoise(page);
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  const seen = new Map<string, Fetched>();
  session.on('Network.responseReceived', ({ requestId, response: { url, headers } }) => {
    const name = Object.keys(headers).find((key) => key.toLowerCase() === 'content-encoding');
    if (url.includes('/assets/')) seen.set(requestId, { url, encoding: name && headers[name], bytes: 0 });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const known = seen.get(requestId);
    if (known) known.bytes = encodedDataLength;
  });
  await page.goto('/');
  await untilNetworkIdle(page, { quietMs: 3_000 });
  const fetched = [...seen.values()].filter(({ url, bytes }) => bytes > 0 && /\.(js|css)(\?|$)/.test(url));
  return { page, fetched };
}

const descriptorOf = async (dist: string) =>
  JSON.parse(await readFile(path.join(dist, 'build.json'), 'utf8')) as BuildDescriptor;

/** Bytes of all scripts and style sheets of a build, as they come without a dictionary. */
async function wireBytes(dist: string): Promise<number> {
  const { files } = await descriptorOf(dist);
  const read = Object.keys(files).filter((file) => /\.(js|css)$/.test(file));
  const sizes = await Promise.all(
    read.map(async (file) => brotliCompressSync(await readFile(path.join(dist, file))).length),
  );
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}

test('who comes back fetches a hundredth of a remote or of the shell in which one text was edited', async ({
  context,
  program,
}) => {
  test.setTimeout(600_000);
  for (const [name, edited] of [
    ['mf-wizard', headed],
    ['shell', reported],
  ] as const) {
    // Two variants are made: chunks have other numbers in a remote's own folder.
    const former = await buildVariant(name, [edited('yesterday')]);
    await release(program, 'publish', name, '--promote', '--dist', former.dist);
    await (await visit(context)).page.close();
    const build = await buildVariant(name, [edited('today')]);
    await release(program, 'publish', name, '--promote', '--dist', build.dist);
    const { page, fetched: all } = await visit(context);
    // Files of late screens that the visit before did not reach are in both builds, and no cost of the edit.
    const known = (await descriptorOf(former.dist)).files;
    const fetched = all.filter(({ url }) => !(path.basename(url) in known));
    const total = fetched.reduce((sum, { bytes }) => sum + bytes, 0);
    const whole = await wireBytes(build.dist);
    process.stdout.write(`${name}, one text edited: ${total} bytes of ${whole}\n`);
    expect(fetched.length).toBeGreaterThan(0);
    expect(fetched.filter(({ encoding }) => encoding !== 'dcz')).toEqual([]);
    expect(fetched.every(({ url }) => url.includes(`/assets/${name}/`))).toBe(true);
    expect(total).toBeLessThan(whole / 100);
    if (name === 'mf-wizard') await expect(heading(page)).toHaveText(/ today$/);
    await page.close();
    await Promise.all([former, build].map(removeVariant));
  }
  await release(program, 'rollback', 'mf-wizard', '--reason', 'the words of before');
  const back = await visit(context);
  await expect(heading(back.page)).toHaveText(/ yesterday$/);
  expect(back.fetched).toEqual([]);
});

test('a copy that reads as something else is fetched once more without a dictionary, and nobody sees a panel', async ({
  context,
  program,
}) => {
  test.setTimeout(400_000);
  const first = await visit(context);
  await first.page.close();
  const build = await buildVariant('mf-wizard', [headed('again')]);
  await release(program, 'publish', 'mf-wizard', '--dist', build.dist);
  for (const { integrity } of Object.values((await descriptorOf(build.dist)).files)) {
    const hex = Buffer.from(integrity.slice('sha384-'.length), 'base64').toString('hex');
    const file = path.join(program.dataDir, 'builds/sha384', hex.slice(0, 2), `${hex}.dcz`);
    if (!existsSync(file)) continue;
    // The digest is right, as of a store that does this on purpose: only a browser can see it.
    const names = (await readFile(file)).subarray(36, 76);
    const copy = Buffer.concat([names, zstdCompressSync('self.other = 1;')]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(copy.length);
    const body = Buffer.concat([length, copy]);
    await writeFile(file, Buffer.concat([createHash('sha256').update(body).digest(), body]));
  }
  await release(program, 'promote', `mf-wizard@${build.buildId}`);
  const { page, fetched } = await visit(context);
  await expect(heading(page)).toHaveText(/ again$/);
  await expect(page.getByRole('button', { name: /try again/i })).toBeHidden();
  const [wrong, right] = [false, true].map((isSecond) =>
    fetched.filter(({ url }) => url.endsWith('?again=1') === isSecond),
  );
  expect(wrong?.map(({ encoding }) => encoding)).toContain('dcz');
  expect(new Set(right?.map(({ encoding }) => encoding))).toEqual(new Set(['br']));
  await removeVariant(build);
});
