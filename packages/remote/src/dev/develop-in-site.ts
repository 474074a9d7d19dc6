import { readFileSync, existsSync, writeFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { cookieNames } from '@redress/contracts/cookies';
import { buildOptions, watchBuild } from '@redress/webpack-config';
import { fakeCalls, siteCalls } from './calls.ts';
import { createCookieJar } from './cookie-jar.ts';
import { notRecorded, openDeployedSite } from './deployed-site.ts';
import { type DevSite, startDevSite } from './dev-site.ts';
import { keepInFolder, keepInMemory } from './kept-answers.ts';
import { createOverride } from './release.ts';

export interface DevelopOptions {
  directory: string;
  port: number;
  /** The deployed site, and a folder that keeps what it answers; or such a folder alone. */
  where: { site: string; record: string | undefined } | { replay: string };
  api: 'site' | 'fakes';
  allowWrites: boolean;
  write(line: string): void;
}

const SITE_FILE = 'site.json';

/** Address of a recorded site. @throws {CommandRefused} `NOT_RECORDED` */
function recordedSite(folder: string): string {
  const file = path.join(folder, SITE_FILE);
  if (existsSync(file)) return (JSON.parse(readFileSync(file, 'utf8')) as { site: string }).site;
  throw notRecorded(folder);
}

const clock = () => new Date().toTimeString().slice(0, 8);

/** Runs the remote of a folder inside a deployed site, or a recorded one. */
export async function developInSite(options: DevelopOptions): Promise<{ address: string; close(): Promise<void> }> {
  const { directory, where, api, allowWrites, write } = options;
  const isLive = 'site' in where;
  const origin = isLive ? where.site : recordedSite(path.resolve(directory, where.replay));
  const folder = isLive ? where.record : where.replay;
  const kept = folder === undefined ? keepInMemory() : keepInFolder(path.resolve(directory, folder));
  const jar = createCookieJar();
  // The site draws the documents of signed-in pages for whoever brings a session, whatever it holds; it says nothing by itself.
  if (api === 'fakes') jar.take([`${cookieNames(origin).session}=made-up`]);

  let dev: DevSite | undefined;
  const site = await openDeployedSite({
    origin,
    kept,
    jar,
    isLive,
    onRelease() {
      write(`${clock()} ${origin} serves release ${site.release().snapshot.number}`);
      dev?.releaseChanged();
    },
    onAway(since) {
      write(
        since
          ? `${clock()} ${origin} does not answer; going on with release ${site.release().snapshot.number} as it was`
          : `${clock()} ${origin} answers again`,
      );
    },
  });
  if (isLive && folder !== undefined) {
    const count = await site.readAll();
    mkdirSync(path.resolve(directory, folder), { recursive: true });
    writeFileSync(path.resolve(directory, folder, SITE_FILE), `${JSON.stringify({ site: origin })}\n`);
    write(`recorded ${count} pages and files of release ${site.release().snapshot.number} in ${folder}`);
  }

  const calls = api === 'fakes' ? await fakeCalls(directory) : siteCalls({ origin, ask: site.ask, allowWrites, write });
  const notes = [
    api === 'fakes'
      ? 'Answers are made up from the contracts.'
      : allowWrites
        ? 'Writes are allowed: what is done here is done at the site.'
        : 'Writes are refused.',
  ];
  const { config } = await buildOptions({ directory, mode: 'development', sourceMaps: true });
  const remote = config.name;
  let watching: { close(): Promise<void> } | undefined;
  const close = async () => {
    site.close();
    await Promise.all([watching?.close(), dev?.close()]);
  };
  try {
    dev = await startDevSite({ port: options.port, remote, site, calls, override: createOverride(), notes, write });
    const running = dev;
    watching = await watchBuild(
      { directory, alone: false, sourceMaps: true },
      {
        onBuilt(build) {
          if (!build.descriptor) return;
          running.offer({ ...build, descriptor: build.descriptor });
          write(`${clock()} ${remote} ${build.buildId}: ${build.milliseconds} ms`);
        },
        onFailed: write,
      },
    );
    write(`Open ${dev.address}`);
  } catch (error) {
    await close();
    throw error;
  }
  return { address: dev.address, close };
}
