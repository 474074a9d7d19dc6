import { dispatch, type Dispatching } from './dispatch.ts';

const dispatching = { operations: {}, noteRefusal: () => Promise.resolve() } as unknown as Dispatching; // all that a refusal needs
const manager = () => Promise.resolve({ name: 'manager', role: 'release-manager' as const, team: null });

it('refuses what is nested so deep that looking at it would end the stack', async () => {
  let deep: object = {};
  for (let level = 0; level < 20_000; level += 1) deep = { deep };
  await expect(dispatch(dispatching, 'switchOff', deep, manager)).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
});

it.each([{ reason: '\0' }, { reason: '\ud800' }, { '\0': 1 }])('refuses what no column can hold: %j', async (given) => {
  await expect(dispatch(dispatching, 'switchOff', given, manager)).rejects.toMatchObject({
    message: expect.stringContaining('NUL'),
  });
});

it.each([
  ['changeChannel', { secondPersn: 30, reason: 'r' }, 'secondPersn'],
  ['promote', { builds: [{ name: 'mf-wizard', build: 'a1', evenIfBd: true }] }, 'builds.0.evenIfBd'],
  ['changeChannel', { limits: { 'mf-wizard': { maxShar: 0.1 } }, reason: 'r' }, 'limits.mf-wizard.maxShar'],
  ['dryRun', { call: 'switchOff', remote: 'mf-wizard', urgnt: true }, 'urgnt'],
  ['history', { limt: 5 }, 'limt'],
] as const)('%s refuses a key that it does not know, with its name', async (call, given, key) => {
  await expect(dispatch(dispatching, call, given, manager)).rejects.toMatchObject({
    code: 'REQUEST_INVALID',
    message: `${key}: there is no such field.`,
  });
});

it.each([
  ['switchOff', { remote: 'letters' }, /^remote: .* must match pattern .*mf-/],
  ['rollOut', { remote: 'mf-wizard', build: 'a1', percent: 200 }, /^percent: .*100/],
] as const)('%s says what a field takes that it refuses', async (call, given, said) => {
  const message = expect.stringMatching(said);
  await expect(dispatch(dispatching, call, given, manager)).rejects.toMatchObject({ message });
});
