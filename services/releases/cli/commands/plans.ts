import type { ChannelSettings, Plan } from '@redress/contracts/release-api';
import { ReleaseRefusal } from '../../src/refusal.ts';
import { said, type Command } from '../command.ts';
import type { Options } from '../options.ts';
import { audienceOf } from '../../src/rollouts/audience.ts';
import { table, when } from '../print.ts';
import { instantOf, promotion } from './changes.ts';

const stateOf = ({ state, number, needsConfirmation, confirmedBy, expiresAt }: Plan): string => {
  if (state === 'done') return `done, snapshot ${number}`;
  if (state !== 'waiting' || !needsConfirmation) return state;
  return confirmedBy ? `confirmed by ${confirmedBy}` : `waits for another person until ${when(expiresAt)}`;
};

const whatOf = ({ builds, rollout, override }: Plan): string =>
  [
    ...builds.map(({ name, buildId }) => `${name}@${buildId}`),
    ...(rollout ? [`to ${audienceOf(rollout)}`] : []),
    ...(override ? ['with override'] : []),
  ].join(' ');

const print = (plans: readonly Plan[]): string =>
  plans.length === 0
    ? 'No promotion is planned.'
    : table([
        ['no', 'at', 'what', 'who', 'state', 'why'],
        ...plans.map((plan) => [
          String(plan.id),
          plan.at ? when(plan.at) : 'when confirmed',
          whatOf(plan),
          plan.actor,
          stateOf(plan),
          plan.note ?? plan.reason ?? '',
        ]),
      ]);

function planNumber({ names: [text = ''] }: Options): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new ReleaseRefusal('REQUEST_INVALID', 'Name a planned promotion by its number: `release plans` lists them.');
}

const printSettings = ({ minGroups, secondPersonMinutes, limits }: ChannelSettings): string =>
  [
    `Failing visitors must be of ${minGroups ?? 'as many groups of addresses as the program is configured for'}${minGroups === null ? '' : ' groups of addresses'}.`,
    secondPersonMinutes === null
      ? 'One person promotes.'
      : `Another person confirms each promotion within ${secondPersonMinutes} minutes.`,
    ...Object.entries(limits).map(
      ([remote, limit]) =>
        `${remote}: ${Object.entries(limit)
          .map(([name, value]) => `${name} ${value}`)
          .join(', ')}`,
    ),
  ].join('\n');

/** `none` or a whole number. */
function setting(text: string | undefined, name: string): number | null | undefined {
  if (text === undefined) return undefined;
  if (text === 'none') return null;
  if (/^\d+$/.test(text)) return Number(text);
  throw new ReleaseRefusal('REQUEST_INVALID', `--${name} is a whole number, or none.`);
}

/** `mf-letters minFailing=5 maxShare=0.2`; without values, as everywhere. */
async function limitsWith({ call }: Parameters<typeof promotion>[0], options: Options) {
  const [, remote, ...pairs] = options.names;
  if (!remote)
    throw new ReleaseRefusal('REQUEST_INVALID', 'Name a remote and its limits: limit mf-letters maxShare=0.2.');
  const { limits } = await call('channelSettings', { channel: options.values.channel });
  const { [remote]: _, ...others } = limits;
  if (pairs.length === 0) return others;
  return {
    ...others,
    [remote]: Object.fromEntries(pairs.map((pair) => pair.split('=')).map(([k, v]) => [k, Number(v)])),
  };
}

export const planCommands = {
  schedule: {
    on: 'releases',
    usage: 'schedule <remote>[@build] … --at <time> [--reason "…"]',
    about: 'promote these builds at a time to come, all in one snapshot; gate and freezes are asked then',
    examples: ['schedule mf-wizard@0123456789ab --at 2026-12-27T08:00Z --reason "after the holidays"'],
    async run(connection, options) {
      const lines: string[] = [];
      const asked = await promotion(connection, options, lines);
      const made = await connection.call('schedule', {
        ...asked,
        at: instantOf(options.values.at, '--at').toISOString(),
      });
      return { json: made, text: [...lines, `Promotion ${made.id} is planned for ${when(made.at)}.`].join('\n') };
    },
  },
  plans: {
    on: 'releases',
    usage: 'plans',
    about: 'promotions to come and those that came, newest first',
    examples: ['plans', 'plans --limit 50 --json'],
    run: async ({ call }, options) =>
      said(await call('plans', { channel: options.values.channel, limit: options.wholeNumber('limit') ?? 20 }), print),
  },
  confirm: {
    on: 'releases',
    usage: 'confirm <no>',
    about: "agree to another person's promotion; it is done at once, or at its time",
    examples: ['confirm 7 --as release-manager'],
    run: async ({ call }, options) =>
      said(await call('confirm', { channel: options.values.channel, id: planNumber(options) }), (plan) =>
        print([plan]),
      ),
  },
  unplan: {
    on: 'releases',
    usage: 'unplan <no> --reason "…"',
    about: 'give a promotion to come up',
    examples: ['unplan 7 --reason "the repair is not ready"'],
    async run({ call }, options) {
      const [id, reason] = [planNumber(options), options.reason('Ending a planned promotion')];
      await call('endPlan', { channel: options.values.channel, id, reason });
      return { json: { id }, text: `Promotion ${id} is given up.` };
    },
  },
  channel: {
    on: 'releases',
    usage: 'channel [set | limit <remote> minFailing=5 maxShare=0.2] [--groups 3] [--second-person 60] --reason "…"',
    about:
      'what is set for a channel: when a build is taken back by itself, and whether another person confirms a promotion (none: not)',
    examples: [
      'channel',
      'channel set --groups 3 --reason "one office tests on production"',
      'channel set --second-person 60 --reason "two people promote" --as key-holder',
      'channel limit mf-letters minFailing=5 maxShare=0.2 --reason "few visitors"',
    ],
    async run(connection, options) {
      const { channel, groups, 'second-person': minutes } = options.values;
      const [act] = options.names;
      if (act === undefined) return said(await connection.call('channelSettings', { channel }), printSettings);
      if (act !== 'set' && act !== 'limit')
        throw new ReleaseRefusal('REQUEST_INVALID', 'Say `channel set` or `channel limit`.');
      const change =
        act === 'limit'
          ? { limits: await limitsWith(connection, options) }
          : { minGroups: setting(groups, 'groups'), secondPersonMinutes: setting(minutes, 'second-person') };
      const reason = options.reason('A change of a channel');
      return said(await connection.call('changeChannel', { channel, reason, ...change }), printSettings);
    },
  },
} as const satisfies Record<string, Command>;
