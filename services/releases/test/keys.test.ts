import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cli, dataDir, eachWithService, releases, start, stop } from './running-service.ts';

eachWithService();

const trustFile = () => path.join(dataDir, 'keys/trust.json');
const run = async (...words: string[]) => {
  const { code, said } = await cli('keys', ...words);
  expect([code, said]).toEqual([0, expect.any(String)]);
};
const noted = () =>
  releases.core.db.selectFrom('releases.trust_version').select('version').orderBy('version', 'desc').executeTakeFirst();

it('starts again after the root and what it signs were changed while it was off', async () => {
  await stop();
  await run('rotate', 'root');
  await run('rotate', 'root', '--finish');
  await run('add', 'team-late');
  await run('rotate', 'root');
  await run('rotate', 'root', '--finish');
  await run('add', 'team-later');
  await start();
  const { version, teams } = releases.core.keys.trust();
  expect(Object.keys(teams)).toEqual(expect.arrayContaining(['team-late', 'team-later']));
  expect(await noted()).toEqual({ version });
});

it('does not start with a document that lacks a change of the root, or an older one', async () => {
  await stop();
  const old = readFileSync(trustFile(), 'utf8');
  await run('rotate', 'root');
  await run('rotate', 'root', '--finish');
  await run('add', 'team-late');
  const whole = readFileSync(trustFile(), 'utf8');
  const { roots: _, ...without } = JSON.parse(whole) as { roots: unknown };
  writeFileSync(trustFile(), JSON.stringify(without));
  await expect(start()).rejects.toThrow(/does not continue the trust document/);
  writeFileSync(trustFile(), whole);
  await start();
  await stop();
  writeFileSync(trustFile(), old);
  await expect(start()).rejects.toThrow(/is version \d+ and version \d+ is in force/);
  writeFileSync(trustFile(), whole);
  await start();
});
