import type { RolloutSteps } from '@redress/contracts/release-api';
import type { Cohorts } from '@redress/contracts/releases';
import { ReleaseRefusal } from '../../src/refusal.ts';
import type { Command, Said } from '../command.ts';
import type { Connection } from '../connection.ts';
import type { Options } from '../options.ts';
import { act as doAct } from './act.ts';
import { buildToPromote, overrides, seen, warnings } from './changes.ts';

const ACTS = ['pause', 'resume', 'finish', 'abort'] as const;
type Act = (typeof ACTS)[number];
const MINUTES = { m: 1, h: 60, d: 24 * 60 } as const;

/** @throws {ReleaseRefusal} `REQUEST_INVALID` */
function percentOf(text: string, option: string): number {
  if (/^\d{1,3}(\.\d{1,2})?$/.test(text)) return Number(text);
  throw new ReleaseRefusal('REQUEST_INVALID', `${option} takes percentages such as 10 or 0.5.`);
}

/** `30m`, `2h`, `1d`. @throws {ReleaseRefusal} `REQUEST_INVALID` */
function minutesOf(text: string): number {
  const [, number, unit] = /^(\d{1,5})([mhd])$/.exec(text) ?? [];
  if (number && unit) return Number(number) * MINUTES[unit as keyof typeof MINUTES];
  throw new ReleaseRefusal('REQUEST_INVALID', '--every is a time such as 30m, 2h or 1d.');
}

const listOf = (text: string | undefined): string[] | undefined =>
  text === undefined ? undefined : text.split(',').map((each) => each.trim());

/** `--staff --country US,CA --group beta --within CA`; all of them at once, and `--no-cohorts` none. */
function cohortsOf({ values }: Options): Cohorts | undefined {
  const upper = (text: string | undefined) => listOf(text?.toUpperCase());
  const [countries, groups, within] = [upper(values.country), listOf(values.group), upper(values.within)];
  const cohorts = {
    ...(values.staff ? { staff: true as const } : {}),
    ...(countries ? { countries } : {}),
    ...(groups ? { groups } : {}),
    ...(within ? { within } : {}),
  };
  const isNamed = Object.keys(cohorts).length > 0;
  if (isNamed && values['no-cohorts']) {
    throw new ReleaseRefusal('REQUEST_INVALID', 'Name cohorts or --no-cohorts.');
  }
  return isNamed || values['no-cohorts'] ? cohorts : undefined;
}

/**
 * `--percent 10 --steps 10,50,100 --every 30m`; without --percent the first step is where it begins, and without steps
 * the share stays as it is.
 */
function shareOf({ values }: Options): { percent?: number; next?: RolloutSteps } {
  const steps = (values.steps?.split(',') ?? []).map((text) => percentOf(text.trim(), '--steps'));
  const percent = values.percent === undefined ? steps[0] : percentOf(values.percent, '--percent');
  if ((values.steps === undefined) !== (values.every === undefined)) {
    throw new ReleaseRefusal('REQUEST_INVALID', 'Steps need both: --steps 10,50,100 --every 30m.');
  }
  if (percent === undefined) return {};
  const [first, ...rest] = steps;
  const toCome = first === percent ? rest : steps;
  if (values.every === undefined || toCome.length === 0) return { percent };
  return { percent, next: { steps: toCome, everyMinutes: minutesOf(values.every) } };
}

const SAID: Record<Act, (remote: string) => string> = {
  pause: (remote) => `${remote} stays at its share until it is resumed.`,
  resume: (remote) => `The steps of ${remote} go on.`,
  finish: (remote) => `Everybody gets the build of ${remote} that rolled out.`,
  abort: (remote) => `Everybody has the build of ${remote} of before.`,
};

async function change(connection: Connection, options: Options, act: Act): Promise<Said> {
  const { channel, override, urgent } = options.values;
  const [, remote, another] = options.names;
  if (remote === undefined || another !== undefined) {
    throw new ReleaseRefusal('REQUEST_INVALID', `Name one remote: rollout ${act} mf-letters.`);
  }
  const isTried = options.values['dry-run'];
  const reason = act === 'abort' && !isTried ? options.reason('Taking a rollout back') : options.values.reason;
  const asked = { channel, remote, act, reason, override, urgent, seen: await seen(connection, options) };
  // These make no snapshot that could be waited for.
  if (!isTried && (act === 'pause' || act === 'resume')) {
    return { json: await connection.call('changeRollout', asked), text: SAID[act](remote) };
  }
  return doAct(connection, options, 'changeRollout', asked, (made) => [
    SAID[act](remote),
    ...overrides(made.overridden),
    ...warnings(made.warnings),
  ]);
}

export const rolloutCommands = {
  rollout: {
    on: 'releases',
    usage:
      'rollout <remote>[@build] [--percent 10] [--steps 10,50,100 --every 30m] [--staff] [--country US,CA] [--group beta] [--within CA] [--no-cohorts] | pause | resume | finish | abort <remote>',
    about:
      'serve a build to a share of the visitors (--within: of those countries alone), and to staff, countries and groups whatever the share is; steps grow by themselves, 100 at the end makes it the build of everybody; abort takes it back (--urgent: open tabs leave it at once)',
    examples: [
      'rollout mf-letters --percent 10',
      'rollout mf-letters@0123456789ab --steps 1,10,50,100 --every 30m --reason "new list"',
      'rollout mf-letters --staff --group beta',
      'rollout mf-letters --percent 10 --within CA',
      'rollout pause mf-letters',
      'rollout abort mf-letters --reason "slow on phones"',
      'rollout finish mf-letters',
    ],
    canBeTried: true,
    async run(connection, options) {
      const [first = ''] = options.names;
      const act = ACTS.find((known) => known === first);
      if (act) return change(connection, options, act);
      const lines: string[] = [];
      const { channel, to, reason, override } = options.values;
      const remote = options.remote();
      const { name, ...build } = buildToPromote(to ? `${remote}@${to}` : remote, options, lines);
      const [share, cohorts] = [shareOf(options), cohortsOf(options)];
      if (share.percent === undefined && cohorts === undefined) {
        throw new ReleaseRefusal('REQUEST_INVALID', 'Say which share or who: --percent 10, --staff.');
      }
      const asked = { channel, remote: name, ...build, ...share, cohorts, reason, override };
      return doAct(connection, options, 'rollOut', { ...asked, seen: await seen(connection, options) }, (made) => [
        ...lines,
        `Their next page load has this build of ${name}; \`release status\` says who they are.`,
        ...overrides(made.overridden),
        ...warnings(made.warnings),
      ]);
    },
  },
} as const satisfies Record<string, Command>;
