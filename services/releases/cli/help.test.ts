import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  NoticeKind,
  REFUSALS,
  releaseEndpoints,
  type ReleaseEndpoint,
  type ReleaseEndpointName,
} from '@redress/contracts/release-api';
import * as z from 'zod/mini';
import { mailOf } from '../src/notices/notice-text.ts';
import { ReleaseRefusal } from '../src/refusal.ts';
import type { Connection } from './connection.ts';
import { helpOf, helpOfOne } from './help.ts';
import { runRelease } from './run-release.ts';
import { readTyped } from './typed.ts';
import { COMMANDS, MOVED, WEEKLY } from './words.ts';

const place = {
  dataDir: '/none',
  databaseUrl: null,
  storage: { dataDir: '/none', s3: null },
  buildsFolder: '/none',
  cwd: '/there',
  token: null,
};
const wordsIn = (line: string) =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
const EXAMPLES = Object.entries(COMMANDS).flatMap(([word, { examples }]) =>
  examples.map((each) => [word, each] as const),
);
/** What a machine without keys, builds and program says. */
const LACKS = ['KEY_MISSING', 'BUILD_UNKNOWN', 'REMOTE_UNKNOWN'];
class Asked extends Error {}

it.each(EXAMPLES)('%s: its example is read as it, and asks for what the contract takes: %s', async (word, example) => {
  const command = COMMANDS[word]!;
  const args = wordsIn(example);
  expect(args.slice(0, word.split(' ').length).join(' ')).toBe(word);
  const typed = readTyped(word, args.slice(word.split(' ').length), { options: command.options, place });
  const call = ((name: ReleaseEndpointName, request: unknown) => {
    const { body, query }: ReleaseEndpoint = releaseEndpoints[name];
    expect(z.safeParse(body ?? query ?? z.object({}), request).error).toBeUndefined();
    if (name === 'status') return Promise.resolve({ number: 1, remotes: [] });
    if (name === 'channelSettings' && word === 'channel limit') return Promise.resolve({ limits: {} });
    throw new Asked();
  }) as Connection['call'];
  // What works on files alone is run by the tests that have some.
  if (['keys', 'owners', 'rebuild'].includes(word)) return;
  const run = async () => command.run(typed, () => Promise.resolve({ call, close: () => Promise.resolve() }));
  const error: unknown = await run().catch((thrown: unknown) => thrown);
  if (error instanceof ReleaseRefusal) expect(LACKS).toContain(error.code);
  else expect(error).toBeInstanceOf(Asked);
});

it.each(['publish', 'promote'])('%s: a folder is one of the place where the command was given', async (word) => {
  const command = COMMANDS[word]!;
  const typed = readTyped(word, ['mf-letters', '--dist', './artifact'], { options: command.options, place });
  const run = async () => command.run(typed, () => Promise.resolve({} as Connection));
  await expect(run()).rejects.toThrow('/there/artifact holds no build');
});

it('types: makes no folder for a remote that is not there', async () => {
  const { code, err } = await runRelease(['types', 'nosuch'], { DATA_DIR: '/none', RELEASE_TOKEN: 'none' });
  expect([code, err]).toEqual([1, expect.stringContaining('nosuch is no folder of a remote')]);
});

it('tells of each word once, and of each command with its options', () => {
  const words = [...new Set(Object.keys(COMMANDS).map((word) => word.split(' ')[0]!))];
  const told = [...helpOf(COMMANDS, WEEKLY).matchAll(/^ {2}([a-z]+)\b.*\n {6}\S/gm)].map(([, word]) => word);
  expect(told.toSorted()).toEqual(words.toSorted());
  expect(words.length).toBeLessThanOrEqual(22);
  for (const word of Object.keys(MOVED)) expect(words).not.toContain(word);
  const text = helpOfOne(COMMANDS, 'people');
  expect(text).toContain('people token add <name> --person … --role … [--team …] [--days …]');
  expect(text).toContain('npm run release -- people token add ann --person "Ann Lee" --role reader');
});

it('documents, refusals and mails name commands and options that there are', async () => {
  const root = path.resolve(import.meta.dirname, '../../..');
  const pages = readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => path.join('docs', file));
  const texts = [...pages, 'README.md', 'CONTRIBUTING.md'].map((file) => readFileSync(path.join(root, file), 'utf8'));
  const remedies = Object.values(REFUSALS).map(({ remedy }) => remedy);
  const told = { channel: 'preview', remote: 'mf-letters', created_at: new Date() };
  const mails = NoticeKind.options.flatMap((kind) =>
    (['abort', 'roll-back', 'roll-back-shell'] as const).map(
      (offered) => mailOf({ ...told, kind, facts: { plan: 3, offered } }, '').text,
    ),
  );
  const named = [...texts, ...remedies, ...mails].flatMap((text) => [
    ...text.matchAll(/npm run (?:--silent )?release -- ([a-z][^\n`|#]*)|`release ([a-z][^`\n]*)`/g),
  ]);
  expect(named.length).toBeGreaterThan(100);
  // A short form in the text of a page, without what stands before it in a shell.
  const short = texts.flatMap((text) => [...text.matchAll(/`([a-z]+) (?:add|verify|list|end|mf-)[^`]*`/g)]);
  expect(short.filter(([, word = '']) => word !== 'drill' && Object.hasOwn(MOVED, word))).toEqual([]);
  for (const [line, first, second] of named) {
    const { code, err } = await runRelease([...wordsIn(first ?? second ?? ''), '--help'], {});
    expect({ line, code, err }).toMatchObject({ code: 0 });
  }
});

it('is ready to say the status before any schema is loaded: whoever asks at night waits for nothing else', () => {
  const program = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    await import('./run-release.ts');
    process.stdout.write(loaded.join('\\n'));`;
  const loaded = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  expect(loaded).toContain('commands/status.ts');
  expect(loaded).not.toMatch(/\/(zod|release-api\/index|words)\b/);
});
