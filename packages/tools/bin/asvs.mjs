// `npm run asvs`: writes docs/security/asvs.md from docs/security/asvs.json, and says what is wrong with it.
import { readFileSync, writeFileSync } from 'node:fs';
import { DATA, findAsvsFaults, makeAsvsPage, PAGE } from '../lib/asvs.mjs';
import { inRoot } from '../lib/repository.mjs';

writeFileSync(inRoot(PAGE), await makeAsvsPage(JSON.parse(readFileSync(inRoot(DATA), 'utf8'))));
const faults = await findAsvsFaults(inRoot());
process.stdout.write(`${[PAGE, ...faults].join('\n')}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
