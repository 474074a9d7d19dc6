import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startProgram, type Program } from '../support/program.ts';

const PUBLIC = { SITE_ORIGIN: 'https://redress.example', LOG_LEVEL: 'debug' };

/** Tags of another company: only with them a site has public documents (R30). */
const SITE = { advertisement: { google_analytics_code: 'G-ATTACK1234' } };

/** Starts each kind of program when it is first asked for, and stops them all. */
export function createPrograms(own?: Program) {
  const started: Promise<Program>[] = [];
  const once = (start: () => Promise<Program>) => {
    let program: Promise<Program> | undefined;
    return () => {
      if (!program) started.push((program = start()));
      return program;
    };
  };
  const folder = mkdtemp(path.join(tmpdir(), 'redress-attack-'));
  const startPublic = async (extra: NodeJS.ProcessEnv = {}) => {
    const file = path.join(await folder, 'site.json');
    await writeFile(file, JSON.stringify(SITE));
    return startProgram({ ...PUBLIC, SITE_CONFIG: file, ...extra });
  };
  return {
    program: own ? () => Promise.resolve(own) : once(() => startProgram({ LOG_LEVEL: 'debug' })),
    publicProgram: once(() => startPublic()),
    proxiedProgram: once(() => startPublic({ TRUSTED_PROXIES: '127.0.0.1,::1' })),
    async stop() {
      for (const program of started) await (await program).stop();
      await rm(await folder, { recursive: true, force: true });
    },
  };
}
