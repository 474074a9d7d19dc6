import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Program } from './program.ts';

const REPOSITORY = path.resolve(import.meta.dirname, '../..');
const REASON = 'a file of tests begins';
/** Everybody has this already. */
const DONE = 'ALREADY_CURRENT';

interface Remote {
  name: string;
  off: unknown;
  rollout: unknown;
}

/** The builds that this repository has made, by remote. */
const ownBuilds = (): Map<string, string> =>
  new Map(
    readdirSync(REPOSITORY)
      .filter((name) => name === 'shell' || name.startsWith('mf-'))
      .map((name) => path.join(REPOSITORY, name, 'dist/build.json'))
      .filter((file) => existsSync(file))
      .map((file) => JSON.parse(readFileSync(file, 'utf8')) as { name: string; buildId: string })
      .map(({ name, buildId }) => [name, buildId]),
  );

/**
 * A cluster serves what the files of tests before have left there: from here on it serves the builds of this repository and
 * nothing else, as a program of one's own does.
 */
export async function serveOwnBuilds(program: Program): Promise<void> {
  const headers = {
    authorization: `Bearer ${program.keyFile('release-manager.token')}`,
    'content-type': 'application/json',
  };
  const api = `${program.consoleUrl()}/api`;
  const act = async (name: string, body: object) => {
    const init = { method: 'POST', headers, body: JSON.stringify({ reason: REASON, ...body }) };
    const answer = await fetch(`${api}/${name}`, init);
    const said = (await answer.json()) as { code?: string };
    if (!answer.ok && said.code !== DONE) throw new Error(`${name} was refused: ${JSON.stringify(said)}`);
  };
  const own = ownBuilds();
  const { remotes } = (await (await fetch(`${api}/status`, { headers })).json()) as { remotes: Remote[] };
  for (const { name, off, rollout } of remotes) {
    if (rollout) await act('rollout/change', { remote: name, act: 'abort' });
    if (!own.has(name)) await act('retire', { remote: name });
    else if (off) await act('on', { remote: name });
  }
  const builds = [...own].map(([name, build]) => ({ name, build, evenIfBad: true }));
  await act('promote', { builds, override: true });
}
