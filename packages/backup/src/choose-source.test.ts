import type { Base } from './backup-folder.ts';
import { chooseSource } from './choose-source.ts';

const aBase = (at: string, chain: string | null = 'c1'): Base => ({
  format: 1,
  kind: 'server',
  at: `2026-04-0${at}:00.000Z`,
  systemId: '1',
  major: 15,
  chain,
  files: {},
});
const bases = [aBase('1T08:00'), aBase('2T08:00'), aBase('4T08:00', 'c2')];
const until: Record<string, string> = { c1: '2026-04-03T09:00:00.000Z', c2: '2026-04-04T12:00:00.000Z' };
const pointOf = (chain: string) => (until[chain] ? { until: until[chain] } : null);
const choose = (at: string | null, from: readonly Base[] = bases) =>
  chooseSource(from, pointOf, at === null ? null : new Date(at));

it('takes the latest time there is unless it is told one', () => {
  expect(choose(null)).toEqual({ base: bases[2], to: until['c2'] });
});

it('reads the least log: it begins with the newest copy before the time', () => {
  expect(choose('2026-04-02T10:00:00Z')).toEqual({ base: bases[1], to: '2026-04-02T10:00:00.000Z' });
  expect(choose('2026-04-01T10:00:00Z').base).toBe(bases[0]);
});

it.each([
  ['2026-04-05T00:00:00Z', 'The backups reach to 2026-04-04T12:00:00.000Z, and not to 2026-04-05T00:00:00.000Z.'],
  ['2026-04-03T20:00:00Z', 'is in no backup. There are: 2026-04-01T08:00:00.000Z to 2026-04-03T09:00:00.000Z'],
  ['2026-03-01T00:00:00Z', 'is in no backup'],
  ['yesterday', '--at'],
])('refuses a time that no backup reaches, and says which are: %s', (at, message) => {
  expect(() => choose(at)).toThrow(message);
});

it('says so where there is no backup at all', () => {
  expect(() => choose(null, [])).toThrow('There is no copy of a database here');
});

it('gives the newest copy as it is while no point has confirmed its log', () => {
  const unconfirmed = aBase('3T10:00');
  expect(choose(null, [bases[0]!, bases[1]!, unconfirmed])).toEqual({ base: unconfirmed, to: null });
  expect(choose('2026-04-03T08:00:00Z', [bases[1]!, unconfirmed]).base).toBe(bases[1]);
});

it('gives a copy without log as it is, at its own time alone', () => {
  const alone = [aBase('1T08:00', null), aBase('2T08:00', null)];
  expect(choose(null, alone)).toEqual({ base: alone[1], to: null });
  expect(choose('2026-04-01T08:00:00Z', alone)).toEqual({ base: alone[0], to: null });
  expect(() => choose('2026-04-01T09:00:00Z', alone)).toThrow('is in no backup');
});
