import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { VARIABLES } from '../lib/start-help.mjs';

const START = path.resolve(import.meta.dirname, '../bin/start.mjs');

it('explains `npm start` without installing or starting anything', () => {
  const said = execFileSync(process.execPath, [START, '--help'], { encoding: 'utf8' });
  expect(said).toMatch(/PORT +3000/);
  expect(said).toContain('docs/guides/configuration.md');
  expect(said).toContain('npm run release');
});

it.each(VARIABLES)('says of %s what the table of all variables says', (name, preset) => {
  const table = readFileSync(path.resolve(import.meta.dirname, '../../../docs/guides/configuration.md'), 'utf8');
  const [, shown = ''] = new RegExp(`^\\| \`${name}\` +\\| (?:\`([^\`]*)\`)? *\\|`, 'm').exec(table) ?? [
    null,
    'no row',
  ];
  // A list of everything, and what a terminal gets in place of the default, are said in words.
  if (name === 'ROLES') expect(shown.split(',')).toHaveLength(5);
  else if (name !== 'LOG_LEVEL') expect(shown).toBe(preset);
});

it('refuses an option that it would ignore', () => {
  const { status, stderr } = spawnSync(process.execPath, [START, '--port=80'], { encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^There is no option --port=80\.\n/);
});
