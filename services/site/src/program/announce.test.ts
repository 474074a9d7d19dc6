import { announceReady } from './announce.ts';
import type { Readiness } from './front-door.ts';

const NOT_YET: Readiness = {
  ok: false,
  services: { releases: { ok: false, detail: 'no snapshot yet' }, claims: { ok: true } },
};
const READY: Readiness = { ok: true, services: {} };

/** Answers one after the other; the last one for good. */
const doorWith = (...states: Readiness[]) => ({
  readiness: () => Promise.resolve((states.length > 1 ? states.shift() : states[0]) as Readiness),
});
const announced = async (states: Readiness[], stopping = new AbortController().signal) => {
  const said: string[] = [];
  const door = doorWith(...states);
  await announceReady({
    door,
    siteOrigin: 'http://site',
    lines: () => 'Redress is ready.',
    say: (line) => said.push(line),
    stopping,
    silentMs: 0,
  });
  return said;
};

it('says that the program is ready only when it is, and until then once why not', async () => {
  expect(await announced([READY])).toEqual(['Redress is ready.']);
  expect(await announced([NOT_YET, NOT_YET, READY])).toEqual([
    'Redress runs at http://site and is not ready yet (/readyz says when it is): releases: no snapshot yet',
    'Redress is ready.',
  ]);
});

it('ends when the program is asked to stop meanwhile', async () => {
  const stop = new AbortController();
  const waiting = announced([NOT_YET], stop.signal);
  stop.abort();
  expect(await waiting).not.toContain('Redress is ready.');
});
