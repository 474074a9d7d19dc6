import type { RolloutSteps } from '@redress/contracts/release-api';
import type { Cohorts } from '@redress/contracts/releases';
import { act } from '../act.ts';
import type { Command } from '../command.ts';
import { fieldsOf, optionsOf } from '../fields.ts';
import { findingsOf, FROM, namedBuild } from '../named-builds.ts';
import { refuse, type Typed } from '../typed.ts';

const MINUTES = { m: 1, h: 60, d: 24 * 60 } as const;

/** @throws {ReleaseRefusal} `REQUEST_INVALID` */
function percentOf(text: string, option: string): number {
  if (/^\d{1,3}(\.\d{1,2})?$/.test(text)) return Number(text);
  refuse(`${option} takes percentages such as 10 or 0.5.`);
}

/** `30m`, `2h`, `1d`. @throws {ReleaseRefusal} `REQUEST_INVALID` */
function minutesOf(text: string): number {
  const [, number, unit] = /^(\d{1,5})([mhd])$/.exec(text) ?? [];
  if (number && unit) return Number(number) * MINUTES[unit as keyof typeof MINUTES];
  refuse('--every is a time such as 30m, 2h or 1d.');
}

const listOf = (text: string | undefined): string[] | undefined =>
  text === undefined ? undefined : text.split(',').map((each) => each.trim());

/** `--staff --country US,CA --group beta --within CA`; all of them at once, and `--no-cohorts` none. */
function cohortsOf({ text, is }: Typed): Cohorts | undefined {
  const upper = (option: string) => listOf(text(option)?.toUpperCase());
  const [countries, groups, within] = [upper('country'), listOf(text('group')), upper('within')];
  const cohorts = {
    ...(is('staff') ? { staff: true as const } : {}),
    ...(countries ? { countries } : {}),
    ...(groups ? { groups } : {}),
    ...(within ? { within } : {}),
  };
  const isNamed = Object.keys(cohorts).length > 0;
  if (isNamed && is('no-cohorts')) refuse('Name cohorts or --no-cohorts.');
  return isNamed || is('no-cohorts') ? cohorts : undefined;
}

/**
 * `--percent 10 --steps 10,50,100 --every 30m`; without --percent the first step is where it begins, and without steps
 * the share stays as it is.
 */
function shareOf({ text }: Typed): { percent?: number; next?: RolloutSteps } {
  const [every, given] = [text('every'), text('percent')];
  const steps = (text('steps')?.split(',') ?? []).map((step) => percentOf(step.trim(), '--steps'));
  const percent = given === undefined ? steps[0] : percentOf(given, '--percent');
  if ((steps.length === 0) !== (every === undefined)) refuse('Steps need both: --steps 10,50,100 --every 30m.');
  if (percent === undefined) return {};
  const [first, ...rest] = steps;
  const toCome = first === percent ? rest : steps;
  if (every === undefined || toCome.length === 0) return { percent };
  return { percent, next: { steps: toCome, everyMinutes: minutesOf(every) } };
}

const COHORTS = { staff: 'flag', country: 'text', group: 'text', within: 'text', 'no-cohorts': 'flag' } as const;

export const rolloutCommand: Command = {
  names: '<remote>[@build]',
  about:
    'serve a build to a share of the visitors (--within: of those countries alone), and to staff, countries and groups whatever the share is; steps grow by themselves, 100 at the end makes it the build of everybody',
  options: {
    ...optionsOf(fieldsOf('rollOut').filter(({ name }) => !['remote', 'build', 'evenIfBad'].includes(name))),
    ...FROM,
    to: 'text',
    steps: 'text',
    every: 'text',
    ...COHORTS,
  },
  examples: [
    'rollout mf-letters --percent 10',
    'rollout mf-letters@0123456789ab --steps 1,10,50,100 --every 30m --reason "new list"',
    'rollout mf-letters --staff --group beta',
    'rollout mf-letters --percent 10 --within CA',
  ],
  canBeTried: true,
  async run(typed, releases) {
    const lines: string[] = [];
    const { channel, text, is } = typed;
    const [remote, to] = [typed.remote(), text('to')];
    const { name, ...build } = namedBuild(to ? `${remote}@${to}` : remote, typed, lines);
    const [share, cohorts] = [shareOf(typed), cohortsOf(typed)];
    if (share.percent === undefined && cohorts === undefined) refuse('Say which share or who: --percent 10, --staff.');
    const asked = {
      channel,
      remote: name,
      ...build,
      ...share,
      cohorts,
      reason: text('reason'),
      override: is('override'),
    };
    return act(await releases(), typed, 'rollOut', asked, (made) => [
      ...lines,
      `Whoever ${name} rolls out to has this build from the next page load; \`release status\` says who that is.`,
      ...findingsOf(made),
    ]);
  },
};
