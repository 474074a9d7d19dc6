import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Environment } from './variables.ts';

const DEPLOY = path.resolve(import.meta.dirname, '../../../../docs/deploy');
/** Variables that Node, malloc and the images read, not the program. */
const OTHERS = new Set(['NODE_EXTRA_CA_CERTS', 'MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_']);
/** `NAME=` at the start of a line or behind `ENV`, `Environment=`; `NAME:` in a map of YAML; `NAME` in a table's first column. */
const VARIABLE = /(?:^|\s|Environment=|[{,]\s*)([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|PORT|HOST|ROLES)[=:](?!\/\/)/gm;
const IN_TABLE = /^\| `([A-Z][A-Z0-9_]+)`/gm;

const files = readdirSync(DEPLOY, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

it.each(files.map((entry) => path.join(entry.parentPath, entry.name)))(
  'names no variable that the program does not read: %s',
  (file) => {
    const text = readFileSync(file, 'utf8');
    const named = [...text.matchAll(VARIABLE), ...text.matchAll(IN_TABLE)].map(([, name = '']) => name);
    expect(named.filter((name) => !(name in Environment.shape) && !OTHERS.has(name))).toEqual([]);
  },
);

it('gives the example of common variables a value for each that a production start asks for', () => {
  const example = readFileSync(path.join(DEPLOY, 'common.env.example'), 'utf8');
  const names =
    'SITE_ORIGIN SITE_CONFIG DATABASE_URL KEYS_DIR S3_URL SMTP_URL STRIPE_SECRET_KEY LOB_API_KEY PLACES_KEY';
  for (const name of [...names.split(' '), 'OIDC_ISSUER']) {
    expect(example).toMatch(new RegExp(`^${name}=.+`, 'm'));
  }
  // The guide sets up no pooler before PostgreSQL.
  expect(example).toMatch(/^DATABASE_URL=.*@database\.internal:5432/m);
});
