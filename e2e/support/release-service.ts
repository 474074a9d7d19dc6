import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Role } from '@redress/contracts/release-api';
import { createDatabase } from '@redress/database';
import { createTestDatabase } from '@redress/database/testing';
import { createReleases, type Releases } from '@redress/releases';
import { MANAGER, publishBuild, releasesTemplate, type BuildFixture } from '@redress/releases/testing';
import { createLogger } from '@redress/telemetry/server';
import type { Page } from '@playwright/test';
import { expect, test as base } from './test.ts';

/**
 * The release service alone, with its console and with builds made of nothing but what a test says: no site, no bundler.
 * For what people see of releases; what visitors see of them needs the whole product (`program.ts`).
 */
export interface ReleaseService {
  /** Address of the console. */
  url: string;
  core: Releases['core'];
  publish(...builds: BuildFixture[]): Promise<void>;
  /** Publishes and promotes these in one snapshot. */
  release(...builds: BuildFixture[]): Promise<number>;
  /** Of the key folder: `release-manager`, `developer-team-wizard`. */
  token(name: string): Promise<string>;
  /** A token of a person; `end` ends it at once. */
  person(name: string, role: Role): Promise<{ token: string; end: () => Promise<void> }>;
  /** A call as the key holder. */
  post(route: string, body: object): Promise<unknown>;
  close(): Promise<void>;
}

async function startReleaseService(): Promise<ReleaseService> {
  const test = await createTestDatabase(releasesTemplate);
  const database = createDatabase({ url: test.url, name: 'releases' });
  const dataDir = await mkdtemp(path.join(tmpdir(), 'redress-console-'));
  const releases = createReleases({
    storage: { dataDir },
    channel: 'production',
    previewCookie: 'redress-preview',
    database,
    logger: createLogger({ name: 'test', level: 'silent' }),
    console: { host: '127.0.0.1', port: 0 },
    isLocal: true,
  });
  await releases.start();
  const { core } = releases;
  const url = releases.consoleUrl();
  const token = async (name: string) => (await readFile(path.join(dataDir, 'keys', `${name}.token`), 'utf8')).trim();
  const post = async (route: string, body: object) => {
    const headers = { authorization: `Bearer ${await token('key-holder')}`, 'content-type': 'application/json' };
    const answer = await fetch(`${url}${route}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${route}: ${await answer.text()}`);
    return answer.json();
  };
  const publish: ReleaseService['publish'] = async (...builds) => {
    for (const build of builds) await publishBuild(core, build);
  };
  return {
    url,
    core,
    publish,
    async release(...builds) {
      await publish(...builds);
      const refs = builds.map(({ descriptor: { name, buildId } }) => ({ name, buildId }));
      return (await core.channels.promote('production', refs, MANAGER)).number;
    },
    token,
    post,
    async person(name, role) {
      const issued = (await post('/api/tokens', { name, person: name, role })) as { token: string };
      return {
        token: issued.token,
        end: async () => void (await post('/api/tokens/end', { name, reason: 'left' })),
      };
    },
    async close() {
      await releases.stop();
      await database.close();
      await test.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Each test starts a release service, and not the whole product: it changes the snapshot that the service serves. */
export const serviceTest = (fill: (service: ReleaseService) => Promise<unknown>) =>
  base.extend<{ service: ReleaseService }>({
    baseURL: async ({ service }, use) => use(service.url),
    service: async ({}, use) => {
      const service = await startReleaseService();
      await fill(service);
      await use(service);
      await service.close();
    },
  });

/** @param given - a token, in place of that of a release manager */
export async function openConsole(
  page: Page,
  { url, token }: ReleaseService,
  view = 'remotes',
  given?: string,
): Promise<void> {
  await page.goto(`${url}/#/${view}`);
  await page.getByLabel('Token').fill(given ?? (await token('release-manager')));
  await page.getByRole('button', { name: 'Open' }).click();
  await expect(page.getByRole('tab', { selected: true })).toBeVisible();
}
