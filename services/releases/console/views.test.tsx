/** @jest-environment @redress/jest-config/jsdom-environment.js */
import '@redress/jest-config/setup-browser.js';
import {
  releaseEndpoints,
  type OverviewRemote,
  type Person,
  type ReleaseEndpoint,
} from '@redress/contracts/release-api';
import type { ReleaseCall } from '@redress/release-client';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import * as z from 'zod/mini';
import { ReleaseRefusal } from '@redress/release-client';
import { RemoteActs } from './acts/act-button.tsx';
import { ActsContext } from './acts/act.ts';
import { BuildChoice } from './acts/build-choice.tsx';
import { ConsoleContext } from './console-context.ts';
import { LedgerList } from './history/ledger-list.tsx';
import { List } from './list.tsx';
import { timesIn } from './times.ts';

/** Views of the console without a service; what a call is answered is what the contract says that it answers. */
let root: Root;
let container: HTMLElement;
beforeEach(() => {
  container = document.body.appendChild(document.createElement('div'));
  root = createRoot(container);
});
afterEach(() => {
  act(() => root.unmount());
  container.remove();
});

type Answers = Partial<Record<keyof typeof releaseEndpoints, (request: never) => unknown>>;

const READER: Person = { name: 'reader', role: 'reader', team: null };

async function show(view: ReactNode, answers: Answers, person = READER): Promise<void> {
  const api = (async (name: keyof typeof releaseEndpoints, request: never) => {
    const { answer } = releaseEndpoints[name] as ReleaseEndpoint;
    return z.parse(answer as z.core.$ZodType, await answers[name]?.(request));
  }) as unknown as ReleaseCall;
  const state = {
    api,
    person,
    channel: 'production',
    channels: ['production'],
    times: timesIn('utc', 0),
    linkTo: (name: string, item?: string) => `#/${name}/${item ?? ''}`,
  };
  await act(async () =>
    root.render(
      <ConsoleContext value={state}>
        <ActsContext value={() => {}}>{view}</ActsContext>
      </ConsoleContext>,
    ),
  );
}

const row = {
  seq: 7,
  at: '2026-03-01T12:00:00.000Z',
  actor: 'release-manager',
  role: 'release-manager',
  action: 'promote',
  subject: 'mf-wizard',
  reason: 'a better price',
  detail: {},
  previous: '0'.repeat(64),
  hash: 'a'.repeat(64),
};

it('a search that is refused does not show what was found before, and its answer comes with another try', async () => {
  await show(<LedgerList item="ledger" />, { ledger: () => [row] });
  expect(container.textContent).toContain('a better price');
  let isRefused = true;
  const ledger = () => {
    if (isRefused) throw new ReleaseRefusal('REQUEST_INVALID', 'This is no time.');
    return [{ ...row, reason: 'found now' }];
  };
  await show(<LedgerList item="from=never" />, { ledger });
  expect(container.textContent).toContain('This is no time.');
  expect(container.querySelector('table')).toBeNull();
  isRefused = false;
  await act(async () =>
    [...container.querySelectorAll('button')].find(({ textContent }) => textContent === 'Try again')?.click(),
  );
  expect(container.textContent).toContain('found now');
});

it('a way back is offered however many builds were published since', async () => {
  const build = { name: 'mf-wizard', version: '1.0.0', owner: 'team-wizard', about: null };
  const facts = (buildId: string) => ({ ...build, buildId, publishedAt: row.at, publishedBy: 'ci' });
  const times = { firstNumber: 1, firstAt: row.at, sinceNumber: 1, sinceAt: row.at, lastNumber: 1, lastAt: row.at };
  // A share of the visitors had it last, everybody before.
  const before = { sinceKind: 'rollout', servedEverybody: true, bad: null };
  const served = { ...times, ...before, remote: 'mf-wizard', buildId: 'a1', facts: facts('a1') };
  const field = { name: 'mf-wizard', current: 'b2', among: 'served', first: 'Last good', label: 'Back to' } as const;
  const builds = () => [facts('c3'), facts('b2')];
  await show(<BuildChoice {...field} value="" onChange={() => {}} />, { builds, servedBuilds: () => [served] });
  expect([...container.querySelectorAll('option')].map(({ value }) => value)).toEqual(['', 'a1']);
});

it.each<[string, Person, string[]]>([
  ['a reader', READER, []],
  ['a key holder', { ...READER, role: 'key-holder' }, []],
  ['another team', { ...READER, role: 'developer', team: 'team-letters' }, []],
  [
    'its team',
    { ...READER, role: 'developer', team: 'team-wizard' },
    ['Roll back', 'Serve another build', 'Switch off', 'More'],
  ],
])('%s is offered what they may do with a remote, and nothing else', async (_, person, offered) => {
  const facts = { off: null, rollout: null, lastGood: 'a1', figures: { lastHour: [] } };
  const remote = { name: 'mf-wizard', owner: 'team-wizard', ...facts };
  await show(<RemoteActs remote={remote as unknown as OverviewRemote} seen={1} />, {}, person); // all that the buttons read
  expect([...container.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual(offered);
});

it.each([[READER, 1], [{ ...READER, role: 'developer' as const }, 2]])('a list has a column of acts for whoever may act: %j', async (person, columns) => {
  const list = { caption: 'Plans', of: { refusal: null, reload: () => undefined }, rows: ['a'], rowKey: String, columns: { Plan: String }, empty: '' };
  await show(<List {...list} buttons={() => null} />, {}, person);
  expect(container.querySelectorAll('thead th')).toHaveLength(columns);
}); // prettier-ignore
