import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../../../..');
/** Where the product is written: services that are the outside, or name it in their configuration, are not looked at. */
const WRITTEN = ['services/claims/src', 'packages/contracts/src', 'packages/domain/src', 'packages/copy/src', 'packages/telemetry/src', 'packages/ui/src', 'packages/forms/src', 'shell/src', ...['account', 'auth', 'checkout', 'letters', 'wizard'].map((name) => `mf-${name}/src`)]; // prettier-ignore
const files = WRITTEN.flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|(^|\/)testing\//.test(name))
    .map((name) => `${folder}/${name}`),
);
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8');
const PROVIDERS = 'services/claims/src/providers';

it('names a vendor of post in its adapter and in the list of adapters alone', () => {
  const named = files.filter((file) => /\bLob(?![a-z])|\blob(?:[A-Z_.]|\b)|\bLOB_/.test(textOf(file)));
  const own = named.filter((file) => file.startsWith(`${PROVIDERS}/lob/`));
  expect(own.length).toBeGreaterThan(0);
  expect(named.filter((file) => !own.includes(file))).toEqual([`${PROVIDERS}/carriers.ts`]);
});

it('hands features the ports, and adapters to the composition alone', () => {
  const COMPOSITION = ['services/claims/src/features.ts', 'services/claims/src/index.ts'];
  const past = files
    .filter((file) => file.startsWith('services/claims/src/') && !file.startsWith(PROVIDERS))
    .filter((file) => /from '[./]+\/providers\/(?!ports\/)/.test(textOf(file)));
  expect(past).toEqual(COMPOSITION);
  const inwards = files.filter((file) => file.startsWith(`${PROVIDERS}/ports/`) && /from '\.\.\//.test(textOf(file)));
  expect(inwards).toEqual([]);
});
