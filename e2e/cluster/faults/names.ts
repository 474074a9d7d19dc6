/** A name server that answers 2 s late for a minute, then one that does not know a name any more. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { REPOSITORY } from '../rehearsal/places.ts';
import type { Figure } from '../rehearsal/proof-page.ts';
import { underFault, type Drilling } from './under-fault.ts';

const DWELL_MS = 60_000;
const LATE_NAMES = path.join(REPOSITORY, 'e2e/drill/late-names.mjs');
/** By variable, the name of what it leads to. Mail is not among them: to a server with a name it goes with TLS, which the sandbox has not. */
const NAMES = {
  DATABASE_URL: 'database',
  DATABASE_DIRECT_URL: 'database',
  RELEASES_URL: 'releases',
  CLAIMS_URL: 'claims',
  S3_URL: 'store',
  STRIPE_URL: 'payments',
  LOB_URL: 'carrier',
  PLACES_URL: 'places',
};
const FAULTS = [
  { state: 'late', what: `a name server that answers 2 s late for ${DWELL_MS / 1_000} s` },
  { state: 'failing', what: `a name server that fails for ${DWELL_MS / 1_000} s` },
];

export async function names(drilling: Drilling): Promise<Figure[]> {
  const { cluster } = drilling;
  const folder = mkdtempSync(path.join(tmpdir(), 'redress-names-'));
  const stateFile = path.join(folder, 'state');
  const say = (state: string) => writeFileSync(stateFile, state);
  say('');
  const members = cluster.layout.members.filter(({ role }) => role !== 'sandbox');
  const figures: Figure[] = [];
  try {
    for (const { name, environment } of members) {
      const named = Object.entries(NAMES)
        .filter(([variable]) => environment[variable] !== undefined)
        .map(
          ([variable, host]) => `${variable}=${environment[variable]?.replaceAll('127.0.0.1', `${host}.late.test`)}`,
        );
      await cluster.ask('restart', name, ...named, `NODE_OPTIONS=--import=${LATE_NAMES}`, `NAMES_STATE=${stateFile}`);
    }
    for (const { state, what } of FAULTS) {
      const fault = async () => {
        say(state);
        await wait(DWELL_MS);
        say('');
      };
      figures.push(...(await underFault(what, drilling, fault, { stops: 'database' })));
    }
  } finally {
    say('');
    for (const { name } of members) await cluster.ask('restart', name);
    rmSync(folder, { recursive: true });
  }
  return figures;
}
