import type { Inspection } from '@redress/contracts/release-api';
import { signBuild } from '@redress/release-client/publish';
import type { Actor } from '../http/actor.ts';
import { aRemote, aShell, developerOf, type BuildFixture, useReleaseWorld } from '../testing/index.ts';
import { inspect } from './inspect.ts';

const world = useReleaseWorld([aShell(), aRemote({ buildId: 'a1' })]);

const TEAM = developerOf('team-wizard');

function ask(
  build: BuildFixture,
  { actor = TEAM, signedBy = build.descriptor.owner }: { actor?: Actor; signedBy?: string } = {},
): Promise<Inspection> {
  world.core.keys.addTeams([signedBy]);
  const signed = signBuild(build.payload, world.core.keys.teamKey(signedBy));
  return inspect(world.core, { channel: 'production', ...signed, files: build.files }, actor);
}
const codesOf = ({ obstacles }: Inspection) => obstacles.map(({ code }) => code);

it('finds nothing wrong with a build that fits, and keeps nothing of it', async () => {
  const next = aRemote({ buildId: 'b2', version: '1.1.0' });
  const inspected = await ask(next);
  expect(inspected).toMatchObject({ obstacles: [], warnings: [], isPublished: false, team: 'team-wizard', number: 1 });
  expect(inspected.firstLoadBytes).toBeGreaterThan(0);
  expect(await world.core.registry.list('mf-wizard', { limit: 10 })).toHaveLength(1);
  const refused = world.core.registry.find('mf-wizard', next.descriptor.buildId);
  await expect(refused).rejects.toMatchObject({ code: 'BUILD_UNKNOWN' });
});

it('says by name that the token is of another team than the remote', async () => {
  const inspected = await ask(aRemote({ buildId: 'b2' }), { actor: developerOf('team-letters') });
  expect(inspected.obstacles).toEqual([expect.objectContaining({ code: 'NOT_ALLOWED', canBeOverridden: false })]);
  expect(inspected.obstacles[0]?.message).toMatch(/team-letters/);
});

it('names everything at once: another owner, another key and code that evaluates', async () => {
  const build = aRemote({
    buildId: 'b2',
    owner: 'team-letters',
    files: { 'entry.js': 'eval("1")', 'lifecycles.js': '1', 'lifecycles.css': '.a{}', 'prerender/index.html': '<p>' },
  });
  expect(codesOf(await ask(build))).toEqual(expect.arrayContaining(['OWNER_CHANGED', 'UNSAFE_CODE']));
  expect(codesOf(await ask(aRemote({ buildId: 'b3' }), { signedBy: 'team-letters' }))).toEqual(['SIGNATURE_INVALID']);
});

const FILES = {
  'entry.js': 'self.x=1',
  'lifecycles.js': 'self.y=1',
  'lifecycles.css': '.page{color:red}',
  'prerender/index.html': '<p>a</p>',
};
it.each([
  ['OWN_COPY', { 'lifecycles.js': 'exports.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE=1' }],
  ['OWN_COPY', { 'lifecycles.js': 'throw Error("You cannot render a <Router> inside another <Router>")' }],
  ['UNSAFE_CODE', { 'lifecycles.js': 'eval(location.hash)' }],
  ['STYLE_LEAKS', { 'lifecycles.css': 'h1{color:red}' }],
])('finds what the gate refuses: %s', async (code, files) => {
  const build = aRemote({ buildId: 'b2', files: { ...FILES, ...files } });
  const { obstacles } = await ask(build);
  expect(obstacles).toEqual([
    expect.objectContaining({ code, canBeOverridden: true, remedy: expect.stringMatching(/\w/) }),
  ]);
});

it('finds a first load above the budget of the remote', async () => {
  const build = aRemote({ buildId: 'b2', change: ({ config }) => void (config.budgetBytes = 10) });
  expect(codesOf(await ask(build))).toEqual(['OVER_BUDGET']);
});

it('compares the types that a repository has with those of the shell that serves', async () => {
  const shell = aShell({
    buildId: '5e12',
    change: (descriptor) => {
      descriptor.shared['@redress/ui'] = { version: '0.1.0', provides: true };
      descriptor.types = {
        shared: { '@redress/ui': { Button: { '': 'a', label: 'b' }, Card: { '': 'new' } } },
        slots: {},
      };
    },
  });
  await world.release(shell);
  const old = aRemote({
    buildId: 'b2',
    change: (descriptor) => {
      descriptor.shared['@redress/ui'] = { version: '^0.1.0', provides: false };
      descriptor.types = { shared: { '@redress/ui': { Button: { '': 'a' }, Card: { '': 'old' } } }, slots: {} };
    },
  });
  const { obstacles, warnings } = await ask(old);
  expect(obstacles).toEqual([
    expect.objectContaining({ code: 'SHARED_TYPE', message: expect.stringMatching(/Button \(label\)/) }),
  ]);
  expect(warnings).toEqual([expect.objectContaining({ code: 'SHARED_TYPE', message: expect.stringMatching(/Card/) })]);
});

it.each([
  ['FILE_MISSING', { 'entry.js': undefined }],
  ['FILE_MISMATCH', { 'entry.js': 'other bytes' }],
])('holds the files to what build.json says of them: %s', async (code, changed) => {
  const build = aRemote({ buildId: 'b2' });
  const files = Object.fromEntries(
    Object.entries({ ...build.files, ...changed }).filter(([, text]) => text !== undefined),
  ) as Record<string, string>;
  expect(codesOf(await ask({ ...build, files }))).toEqual([code]);
});

it('reads nothing of a build that no one could publish, however much was sent', async () => {
  const build = aRemote({ buildId: 'b2', files: { ...FILES, 'lifecycles.js': 'eval(1)' } });
  const files = Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`chunk-${at}.js`, 'eval(2)']));
  Object.assign(
    build.descriptor.files,
    Object.fromEntries(Object.keys(files).map((file) => [file, build.descriptor.files['lifecycles.js']!])),
  );
  const many = { ...build, payload: JSON.stringify(build.descriptor), files: { ...build.files, ...files } };
  const inspected = await ask(many);
  expect(codesOf(inspected)).not.toContain('UNSAFE_CODE');
  expect(inspected).toMatchObject({
    firstLoadBytes: 0,
    obstacles: [{ code: 'DESCRIPTOR_INVALID' }, expect.anything()],
  });
});

it('measures no file of other bytes than build.json says, which may be as large as a request', async () => {
  const build = aRemote({ buildId: 'b2' });
  const text = Array.from({ length: 20_000 }, (_, at) => (at * 7_919) % 104_729).join();
  const inspected = await ask({ ...build, files: { ...build.files, 'lifecycles.js': `eval(${text})` } });
  expect(codesOf(inspected)).toEqual(['FILE_MISMATCH']);
  expect(inspected.firstLoadBytes).toBeLessThan(1_000);
});

it('knows a file named after what every object has for one that was not sent', async () => {
  const build = aRemote({ buildId: 'b2', change: ({ files }) => void (files['constructor.js'] = files['entry.js']!) });
  build.descriptor.files['constructor'] = build.descriptor.files['entry.js']!;
  const payload = JSON.stringify(build.descriptor);
  expect(codesOf(await ask({ ...build, payload }))).toEqual(['FILE_MISSING']);
});

it('tells a build that is published from another one of its version', async () => {
  expect(await ask(aRemote({ buildId: 'a1' }))).toMatchObject({ isPublished: true, sameVersion: [], obstacles: [] });
  expect(await ask(aRemote({ buildId: 'b2' }))).toMatchObject({ isPublished: false, sameVersion: ['a10000000000'] });
  const other = aRemote({ buildId: 'a1', files: { ...FILES } });
  expect(codesOf(await ask(other))).toEqual(['BUILD_EXISTS']);
});

it('says when the channel is frozen, and nothing of a freeze to come', async () => {
  await world.freeze(60, 60);
  expect(codesOf(await ask(aRemote({ buildId: 'b2' })))).toEqual([]);
  await world.freeze(60);
  expect(codesOf(await ask(aRemote({ buildId: 'b2' })))).toEqual(['FROZEN']);
});
