// `npm run pack-remote -- [folder]`: what a repository of one's own installs, as .tgz files.
import path from 'node:path';
import { packRemote } from './pack.ts';

const [given = 'dist'] = process.argv.slice(2);
const folder = path.resolve(import.meta.dirname, '..');
const target = path.resolve(process.env['INIT_CWD'] && given !== 'dist' ? process.env['INIT_CWD'] : folder, given);
const { version, files } = packRemote(folder, target);
process.stdout.write(
  `${files.length} packages of version ${version} in ${target}\n${files.map((file) => `  ${file}\n`).join('')}`,
);
