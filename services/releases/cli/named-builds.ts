import type { Finding } from '@redress/contracts/release-api';
import path from 'node:path';
import type { ReleaseRequest } from '@redress/release-client';
import { openBuildFolder, parseDescriptor } from '@redress/release-client/publish';
import { ReleaseRefusal } from '../src/refusal.ts';
import type { Connection } from './connection.ts';
import { refuse, type Typed } from './typed.ts';

type Builds = ReleaseRequest<'promote'>['builds'];

/** Where a build is taken from, when its id is not named. */
export const FROM = { dist: 'text' } as const;

/** `mf-wizard@build` as named; `mf-wizard` alone is the build in its `dist`, which is what was published last from here. */
export function namedBuild(text: string, { place, text: option }: Typed, lines: string[]): Builds[number] {
  const [name = '', build] = text.split('@');
  if (build !== undefined) {
    lines.push(`${name}: ${build}`);
    return { name, build, evenIfBad: true };
  }
  const given = option('dist');
  const dist = given ? path.resolve(place.cwd, given) : path.join(place.buildsFolder, name, 'dist');
  const folder = openBuildFolder(dist);
  if (!folder) throw new ReleaseRefusal('BUILD_UNKNOWN', `${dist} holds no build: name one, ${name}@<build>.`);
  const { buildId } = parseDescriptor(folder.payload);
  lines.push(`${name}: ${buildId} from ${dist}`);
  return { name, build: buildId };
}

/** What another channel serves of these remotes: tried there, then served here. */
async function buildsOfChannel({ call }: Connection, from: string, names: readonly string[], lines: string[]) {
  const { remotes } = await call('status', { channel: from });
  return names.map((name) => {
    const found = remotes.find((remote) => remote.name === name);
    if (!found) throw new ReleaseRefusal('REMOTE_UNKNOWN', `${from} has no ${name}.`);
    lines.push(`${name}: ${found.buildId} as ${from} serves it`);
    return { name, build: found.buildId };
  });
}

/** What a promotion asks for, now or at a time to come. @param lines - gets which source each build is from */
export async function promotion(connection: Connection, typed: Typed, lines: string[]) {
  const { names, channel, text, is } = typed;
  if (names.length === 0) refuse('Name what to promote, such as mf-wizard.');
  if (text('dist')) typed.remote(); // a folder holds one build
  const from = text('from-channel');
  const builds = from
    ? await buildsOfChannel(connection, from, names, lines)
    : names.map((name) => namedBuild(name, typed, lines));
  return { channel, builds, reason: text('reason'), override: is('override') };
}

type Found = { overridden: readonly Finding[]; warnings?: readonly Finding[] | undefined };
/** What the gate found and was overridden, or does not refuse. */
export const findingsOf = ({ overridden, warnings = [] }: Found) => [
  ...overridden.map(({ code, message }) => `overridden ${code}: ${message}`),
  ...warnings.map(({ code, message }) => `warning ${code}: ${message}`),
];
