import { readFileSync } from 'node:fs';
import { openApiDocument, releasesOpenApiDocument } from '@redress/contracts/openapi';

it.each([
  ['openapi.json', openApiDocument],
  ['openapi-releases.json', releasesOpenApiDocument],
])('docs/%s is what the contract says: `npm run contracts` writes it', (file, document) => {
  const kept: unknown = JSON.parse(readFileSync(new URL(`../../../docs/${file}`, import.meta.url), 'utf8'));
  expect(kept).toEqual(JSON.parse(JSON.stringify(document())));
});
