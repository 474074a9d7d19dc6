/** `npm run contracts`: every call and whether it is served; writes the OpenAPI document. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { endpoints, isEffect, type Endpoint } from '@redress/contracts';
import { openApiDocument } from '@redress/contracts/openapi';
import { createClaims } from '../src/index.ts';

// Built, never started: routes are known without a database or a provider.
const nowhere = 'http://127.0.0.1:9';
const claims = createClaims({
  roles: ['claims'],
  databaseUrl: 'postgres://127.0.0.1:9/none',
  secret: 'only to build the service, never to run it',
  config: {
    siteOrigin: nowhere,
    providers: {
      smtp: { host: '127.0.0.1', port: 9, from: 'Redress <no-reply@example.com>' },
      oidc: null,
      places: null,
      blobs: { kind: 'files', folder: path.join(import.meta.dirname, '../dist/none') },
      stripe: { secretKey: 'sk_test_none', publishableKey: 'pk_test_none', webhookSecret: 'whsec_none', baseUrl: nowhere },
      lob: { apiKey: 'test_none', webhookSecret: 'none', baseUrl: nowhere },
      drafting: null,
    },
  },
});
const served = new Set(
  claims.platform
    .features()
    .flatMap((feature) => feature.routes ?? [])
    .map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`),
);
await claims.stop();

const rows = Object.entries(endpoints as Record<string, Endpoint>).map(([name, endpoint]) => ({
  name,
  call: `${endpoint.method} ${endpoint.path}`,
  access: endpoint.access,
  effect: isEffect(endpoint) ? 'effect' : 'read',
  answer: served.has(`${endpoint.method} ${endpoint.path}`) ? 'served' : '501',
}));
const width = (key: 'name' | 'call') => Math.max(...rows.map((row) => row[key].length));
for (const { name, call, access, effect, answer } of rows) {
  process.stdout.write(
    `${answer.padEnd(6)}  ${call.padEnd(width('call'))}  ${access.padEnd(6)}  ${effect.padEnd(6)}  ${name}\n`,
  );
}
const missing = rows.filter(({ answer }) => answer === '501');
const file = path.resolve(import.meta.dirname, '../../../docs/openapi.json');
writeFileSync(file, `${JSON.stringify(openApiDocument(), null, 2)}\n`);
process.stdout.write(`\n${rows.length} calls, ${missing.length} answer 501. OpenAPI 3.1 is in docs/openapi.json.\n`);
