/**
 * `npm run bench:scale -- make|measure|model|drop`: a PostgreSQL of Debian with a million accounts and four million
 * letters, in SCALE_DIR; what every list, search, operator's query and sweep takes there, with the plans of the slowest
 * statements; what one process carries, and what a model fitted to that says of many. With `--proof`, `measure` writes
 * docs/proof/scale.md and `model` docs/proof/scaling.md. `make --accounts=3000` makes a small one.
 */
import path from 'node:path';
import { tmpdir } from 'node:os';
import { openProof, proofWanted } from '@redress/tools/proof';
import { make } from './scale/make.ts';
import { measure } from './scale/measure.ts';
import { measureModel } from './scale/measure-model.ts';
import { describeMeasured } from './scale/report.ts';
import { scaleServer } from './scale/server.ts';

const LETTERS_OF_AN_ACCOUNT = 4;
const folder = path.resolve(process.env['SCALE_DIR'] ?? path.join(tmpdir(), 'redress-scale'));
const say = (line: string) => void process.stdout.write(`${line}\n`);
const option = (name: string) => process.argv.find((word) => word.startsWith(`--${name}=`))?.split('=')[1];
const accounts = Number(option('accounts') ?? 1_000_000);
const size = { accounts, letters: accounts * LETTERS_OF_AN_ACCOUNT };
const parts = new Set(option('parts')?.split(',') ?? ['asks', 'export', 'operators', 'sweeps']);

const server = scaleServer(folder);
const proofOf = (name: string, title: string, act: string) =>
  openProof({ name, title, command: `npm run bench:scale -- ${act} --proof`, database: server.version() });

const acts: Record<string, () => Promise<void>> = {
  make: () => make(server, size, say),
  async measure() {
    const proof = proofOf('scale', 'A million accounts, four million letters', 'measure');
    const measured = await measure(server.url, size, parts, say);
    if (proofWanted()) say(await proof.write(describeMeasured(measured, size)));
  },
  async model() {
    const proof = proofOf('scaling', 'What one process carries, and a model of many', 'model');
    const content = await measureModel(server.url, say);
    if (proofWanted()) say(await proof.write(content));
  },
  drop: () => server.drop(),
};
const act = acts[process.argv[2] ?? ''];
if (act) await act();
else say(`Say what: ${Object.keys(acts).join(', ')}.`);
process.exitCode = act ? 0 : 2;
