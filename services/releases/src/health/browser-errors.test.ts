import type { ReportedError } from '@redress/contracts/releases';
import { aDatabaseThatIsAway, aRemote, aShell, MANAGER, operationsOf, useReleaseWorld } from '../testing/index.ts';
import { createBrowserErrors, readBrowserErrors } from './browser-errors.ts';

const world = useReleaseWorld();

const BUILD = 'a'.repeat(12);
const PLACE = `/assets/mf-wizard/1.0.0-${BUILD}/lifecycles.js:1:13`;
const seen = (session: string, error: Partial<ReportedError> = {}, buildId = BUILD) => ({
  remote: 'mf-wizard',
  buildId,
  kind: 'render-error',
  session,
  error: { message: 'TypeError: x is undefined', frames: [PLACE], ...error },
});
const store = () =>
  createBrowserErrors({ db: world.core.db, now: () => world.clock.now, isServed: (_, id) => id === BUILD });
const read = () => readBrowserErrors(world.core.db, { limit: 500 });

it('keeps an error once, with how many had it and when', async () => {
  const errors = store();
  errors.count([seen('one'), seen('one'), seen('two'), seen('three', {}, 'f'.repeat(12))]);
  await errors.flush();
  world.clock.now = new Date('2026-03-01T13:00:00Z');
  errors.count([seen('four'), seen('four', { cause: 'Error: gone' })]);
  await errors.flush();
  const same = { remote: 'mf-wizard', buildId: BUILD, kind: 'render-error', message: 'TypeError: x is undefined' };
  expect(await read()).toEqual([
    {
      ...same,
      cause: null,
      frames: [PLACE],
      sessions: 3,
      events: 4,
      firstAt: '2026-03-01T12:00:00.000Z',
      lastAt: '2026-03-01T13:00:00.000Z',
    },
    expect.objectContaining({ ...same, cause: 'Error: gone', sessions: 1, events: 1 }),
  ]);
});

it('keeps the others beside one with NUL, which no column can hold', async () => {
  const errors = store();
  errors.count([seen('one', { message: 'Error: a\0b', cause: '\0' }), seen('two')]);
  await errors.flush();
  expect((await read()).map(({ message }) => message).sort()).toEqual(['Error: ab', 'TypeError: x is undefined']);
});

it('writes later what it counted while the database was away', async () => {
  const { db, away } = aDatabaseThatIsAway(world.core.db);
  const errors = createBrowserErrors({ db, now: () => world.clock.now, isServed: () => true });
  errors.count([seen('one'), seen('two')]);
  await away(() => expect(errors.flush()).rejects.toThrow('ECONNREFUSED'));
  errors.count([seen('one'), seen('three')]);
  await errors.flush();
  await errors.flush();
  expect(await read()).toMatchObject([{ sessions: 3, events: 4 }]);
});

it('leaves out what may be of a person, whatever a browser sends', async () => {
  const errors = store();
  errors.count([
    seen('one', { message: 'ada@example.org said "I am owed money" 4242 4242 4242 4242', cause: "'Ada Lee'" }),
  ]);
  await errors.flush();
  expect(await read()).toMatchObject([{ message: '[address] said [text] [number]', cause: '[text]' }]);
});

it('keeps fifty of a build and for fourteen days, however many are sent', async () => {
  const errors = store();
  for (const turn of [0, 1]) {
    errors.count(Array.from({ length: 150 }, (_, index) => seen('one', { message: `Error: n${turn}x${index}` })));
    await errors.flush();
  }
  expect(await read()).toHaveLength(50);
  world.clock.now = new Date('2026-03-16T12:00:01Z');
  errors.count([seen('one')]);
  await errors.flush();
  expect(await read()).toHaveLength(1);
});

it('shows the latest beside the remote in a status, and all of them by build, in the sources', async () => {
  const map = JSON.stringify({
    version: 3,
    sources: ['webpack://@redress/mf-wizard/./src/list.tsx'],
    names: [],
    // Column 12 of the first line is line 5, column 3 of the source.
    mappings: 'AAAA,YAIE',
  });
  const build = aRemote({
    buildId: 'a'.repeat(12),
    files: {
      'entry.js': 'self.x=1',
      'lifecycles.js': 'self.page=1;throw new Error()',
      'lifecycles.js.map': map,
      'lifecycles.css': '.p{}',
      'prerender/index.html': '<div data-remote="mf-wizard" data-screen="/"></div>',
    },
  });
  await world.release(aShell(), build);
  const errors = store();
  const frames = [PLACE, `/assets/mf-wizard/files/lifecycles.js:1:13`, '/assets/shell/files/other.js:1:1'];
  errors.count([seen('one', { frames })]);
  await errors.flush();
  const operations = operationsOf(world.core);
  const { remotes } = await operations.status({ channel: 'production' }, MANAGER);
  expect(remotes.find(({ name }) => name === 'mf-wizard')?.errors).toMatchObject([
    { events: 1, frames: ['src/list.tsx:5:3', 'src/list.tsx:5:3', '/assets/shell/files/other.js:1:1'] },
  ]);
  expect(await operations.errors({ remote: 'mf-wizard', build: 'aaaa', limit: 50 }, MANAGER)).toMatchObject([
    { frames: ['src/list.tsx:5:3', 'src/list.tsx:5:3', '/assets/shell/files/other.js:1:1'] },
  ]);
});
