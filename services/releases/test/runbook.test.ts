import { readFileSync } from 'node:fs';
import { REFUSALS } from '@redress/contracts/release-api';

const runbook = readFileSync(new URL('../../../docs/runbooks/release-refusals.md', import.meta.url), 'utf8');
const codes = [...runbook.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, code]) => code);

it('has a row for every code the release service refuses with, and for no other', () => {
  expect([...codes].sort()).toEqual(Object.keys(REFUSALS).sort());
});
