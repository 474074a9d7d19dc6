/**
 * `npm run contracts`: every call of the contract table and the feature that serves it. Fails when a call is served by no
 * feature. `-- --diff <commit>` prints instead what changed on the wire since a commit.
 */
import { endpoints, isEffect, type Endpoint } from '@redress/contracts';
import { createClaims } from '../src/index.ts';
import { testProviders } from '../src/testing/test-providers.ts';
import { printWireChanges } from './wire-changes.ts';

const [option, commit] = process.argv.slice(2);
if (option === '--diff') {
  printWireChanges(commit ?? 'HEAD');
  process.exit(0);
}

// Built, never started: nothing is opened, nothing is asked.
const { platform } = createClaims({
  roles: ['claims'],
  databaseUrl: 'postgresql://127.0.0.1:1/none',
  secret: 'x'.repeat(32),
  config: {
    siteOrigin: 'http://localhost:3000',
    providers: testProviders('none'),
  },
});

const keyOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const servedBy = new Map(
  platform
    .features()
    .flatMap(({ name, routes = [] }) => routes.map(({ endpoint }) => [keyOf(endpoint), name] as const)),
);

const rows = Object.entries(endpoints as unknown as Record<string, Endpoint>).map(([name, endpoint]) => ({
  name,
  call: keyOf(endpoint),
  checks: [
    endpoint.access === 'user' ? 'signed in' : '',
    isEffect(endpoint) ? 'same origin' : '',
    endpoint.csrf ? 'token' : '',
  ]
    .filter(Boolean)
    .join(', '),
  feature: servedBy.get(keyOf(endpoint)) ?? 'NOBODY',
}));
const width = (column: 'name' | 'call' | 'checks') => Math.max(...rows.map((row) => row[column].length));
const [nameWidth, callWidth, checksWidth] = [width('name'), width('call'), width('checks')];
for (const { name, call, checks, feature } of rows) {
  process.stdout.write(
    `${name.padEnd(nameWidth)}  ${call.padEnd(callWidth)}  ${checks.padEnd(checksWidth)}  ${feature}\n`,
  );
}
const unserved = rows.filter(({ feature }) => feature === 'NOBODY');
process.stdout.write(`\n${rows.length} calls, ${rows.length - unserved.length} served\n`);
process.exit(unserved.length > 0 ? 1 : 0);
