import type { OverviewRemote } from '@redress/contracts/release-api';
import { audienceOf } from '@redress/release-client/sentences';
import { shortId } from '../texts.ts';
import { act, type Act, type ActField } from './act.ts';
import { cohortsOf, typedOf } from './typed-rollout.ts';

const URGENT: ActField = {
  key: 'urgent',
  label: 'Open tabs leave the build at once, whatever is typed into it',
  kind: 'check',
};
const lastGoodOf = (id: string | null): string => (id ? `The last good build, ${shortId(id)}` : 'The last good build');
const WHY_BACK = ['Fails since this release', 'Shows something wrong', 'Payments fail', 'Slow on phones'];
const published = (name: string, current: string): ActField => ({
  key: 'build',
  label: 'Build',
  build: { name, current, among: 'published', first: 'Choose a build' },
});

export const rollBack = ({ name, owner, buildId, lastGood, rollout }: OverviewRemote, seen: number): Act =>
  act({
    call: 'rollBack',
    owner,
    title: `Roll back ${name}`,
    action: 'Roll back',
    isGrave: true,
    seen,
    ready: WHY_BACK,
    fields: () => [
      {
        key: 'to',
        label: 'Back to',
        // What rolls out is taken back first: everybody's build stays.
        build: {
          name,
          current: buildId,
          among: 'served',
          first: rollout ? `Only take back the rollout of ${shortId(rollout.buildId)}` : lastGoodOf(lastGood),
        },
      },
      URGENT,
    ],
    request: ({ of, is }) => ({ remote: name, to: of('to') || undefined, urgent: is('urgent') || undefined }),
    done: ({ number }) => ({ text: `${name} is rolled back in snapshot ${number}.`, number }),
  });

/** Each to a build of its own, all in one snapshot. */
export function rollBackSeveral(remotes: readonly OverviewRemote[], seen: number): Act {
  const chosen = (is: (key: string) => boolean) => remotes.map(({ name }) => name).filter((name) => is(name));
  return act({
    call: 'rollBack',
    title: 'Roll back several',
    action: 'Roll back',
    isGrave: true,
    seen,
    ready: WHY_BACK,
    fields: ({ is }) => [
      ...remotes.flatMap(({ name, buildId, lastGood }): ActField[] => [
        { key: name, label: name, kind: 'check', legend: 'Which' },
        ...(is(name)
          ? [
              {
                key: `${name} to`,
                label: `${name}: back to`,
                legend: 'Which',
                build: { name, current: buildId, among: 'served' as const, first: lastGoodOf(lastGood) },
              },
            ]
          : []),
      ]),
      URGENT,
    ],
    request: ({ of, is }) => {
      const named = chosen(is).map((remote) => ({ remote, to: of(`${remote} to`) || undefined }));
      return named.length === 0 ? null : { remotes: named, urgent: is('urgent') || undefined };
    },
    done: ({ number }, { is }) => ({ text: `${chosen(is).join(', ')}: rolled back in snapshot ${number}.`, number }),
  });
}

export const backTo = (snapshot: number, seen: number): Act =>
  act({
    call: 'rollBack',
    title: `Back to snapshot ${snapshot}`,
    action: 'Roll back',
    lead: 'Every remote gets the build it had in that snapshot. A remote that came later stays; one that is switched off stays off.',
    isGrave: true,
    seen,
    ready: WHY_BACK,
    fields: () => [URGENT],
    request: ({ is }) => ({ snapshot, urgent: is('urgent') || undefined }),
    done: ({ number }) => ({
      text: `The channel serves what snapshot ${snapshot} had, in snapshot ${number}.`,
      number,
    }),
  });

/** Another build for everybody, now or at a time. */
export function promote({ name, owner, buildId }: OverviewRemote, seen: number): Act {
  // Named by a person, it is served although it was rolled back; the choice says so.
  const buildsOf = (build: string) => [{ name, build, evenIfBad: true }];
  const words = { owner, title: `Serve another build of ${name}`, action: 'Serve another build' };
  const later = act({
    ...words,
    call: 'schedule',
    request: ({ of, times }) => ({ builds: buildsOf(of('build')), at: times.isoOf(of('at')) }),
    done: ({ id, at }, { of, times }) => ({
      text: `Promotion ${id} of ${name} ${shortId(of('build'))} is planned for ${times.instant(at ?? times.isoOf(of('at')))}.`,
      waits: true,
    }),
  });
  return act({
    ...words,
    call: 'promote',
    seen,
    ready: ['Planned release', 'Repaired', 'Tried in a preview'],
    fields: () => [published(name, buildId), { key: 'at', label: 'When (empty: now)', kind: 'time' }],
    request: ({ of, is }) => (is('build') ? { builds: buildsOf(of('build')) } : null),
    instead: ({ is }) => (is('at') && is('build') ? later : null),
    done: ({ number }, { of }) => ({ text: `${name} serves ${shortId(of('build'))} in snapshot ${number}.`, number }),
  });
}

const SWITCHES = {
  off: {
    call: 'switchOff',
    action: 'Switch off',
    lead: 'No tab loads a file of it; its pages say that it is closed. What visitors saved stays.',
    is: 'is off',
    ready: ['Shows something wrong', 'A provider is down', 'Attacked'],
  },
  on: {
    call: 'switchOn',
    action: 'Switch on',
    lead: 'It is loaded again.',
    is: 'is on',
    ready: ['Repaired', 'The provider is back'],
  },
  retire: {
    call: 'retire',
    action: 'Retire',
    lead: 'It is taken off the channel for good, with its pages and slots. Its builds stay, and can be promoted again.',
    is: 'is off the channel',
    ready: ['Part of another remote now', 'No longer needed'],
  },
} as const;

/** Kill switch, its end, and the end of a remote. */
export function switchIt(kind: keyof typeof SWITCHES, { name, owner }: OverviewRemote, seen: number): Act {
  const { call, action, lead, is, ready } = SWITCHES[kind];
  return act({
    call,
    owner,
    title: `${action} ${name}`,
    action,
    lead,
    isGrave: kind !== 'on',
    ...(kind === 'off' && { again: `Yes, switch off ${name} for everybody` }),
    needsNoReason: kind === 'on',
    seen,
    ready,
    request: () => ({ remote: name }),
    done: ({ number }) => ({ text: `${name} ${is} in snapshot ${number}.`, number }),
  });
}

/** Visitors after whom the health gate decides (services/releases/src/health/judge.ts). */
const VISITORS_IF_ALL_FAIL = 5;
const VISITORS_IF_ONE_IN_FIVE = 40;

const spanOf = (hours: number): string =>
  hours < 1.5 ? `${Math.max(1, Math.round(hours * 60))} minutes` : hours < 48 ? `${Math.round(hours)} hours` : 'days';

/** How long a share needs until the health gate can tell a bad build from a good one. */
const judgedAfter = (anHour: number): string =>
  anHour < 1
    ? 'Nearly nobody would get it within an hour: how long this share needs to be judged is not known.'
    : `About ${Math.round(anHour)} visitors an hour would get it. If it fails for all of them it is taken back after about ${spanOf(VISITORS_IF_ALL_FAIL / anHour)}, for one in five after about ${spanOf(VISITORS_IF_ONE_IN_FIVE / anHour)}.`;

const legend = 'Whatever the share is, also';
const COHORTS: readonly ActField[] = [
  { key: 'staff', label: 'Staff: browsers that hold a pass', kind: 'check', legend },
  { key: 'countries', label: 'Countries (such as US, CA)', legend },
  { key: 'groups', label: 'Groups of accounts (such as beta)', legend },
  { key: 'within', label: 'The share is of visitors from these countries only', legend },
];

/** A build for a share of the visitors, or another share of the one that rolls out. */
export function rollOut({ name, owner, buildId, rollout, figures }: OverviewRemote, seen: number): Act {
  const anHour = figures.lastHour.reduce((total, { loaded }) => total + loaded, 0);
  const shareOf = (of: (key: string) => string) => Number(of('percent'));
  return act({
    call: 'rollOut',
    owner,
    title: rollout ? `Change the share of ${name}` : `Roll out ${name}`,
    action: 'Roll out',
    lead: rollout && `${rollout.version} ${shortId(rollout.buildId)}, now for ${audienceOf(rollout)}.`,
    needsNoReason: true,
    seen,
    ready: ['Planned release', 'To be watched first'],
    values: {
      build: rollout?.buildId ?? '',
      percent: String(rollout?.percent ?? 10),
      steps: rollout?.next?.steps.join(', ') ?? '',
      minutes: String(rollout?.next?.everyMinutes ?? 30),
      ...typedOf(rollout?.cohorts ?? {}),
    },
    fields: ({ of, is }) => [
      ...(rollout ? [] : [published(name, buildId)]),
      {
        key: 'percent',
        label: 'Percent of the visitors',
        kind: 'number',
        ...(is('percent') && { note: judgedAfter((anHour * shareOf(of)) / 100) }),
      },
      { key: 'steps', label: 'Then, in percent (such as 25, 50, 100; empty: a person decides)' },
      ...(is('steps') ? [{ key: 'minutes', label: 'Minutes between two steps', kind: 'number' as const }] : []),
      ...COHORTS,
    ],
    request: ({ of, is }) => {
      if (!is('build') || !is('percent')) return null;
      const steps = of('steps').split(',').map(Number);
      const next = is('steps') ? { steps, everyMinutes: Number(of('minutes')) } : undefined;
      return { remote: name, build: of('build'), percent: shareOf(of), next, cohorts: cohortsOf(of), evenIfBad: true };
    },
    done: ({ number }, { of }) => ({
      text: `${name} ${shortId(of('build'))} since snapshot ${number}: ${audienceOf({ percent: shareOf(of), cohorts: cohortsOf(of) })}.`,
      number,
    }),
  });
}

const CHANGES = {
  pause: {
    action: 'Pause',
    ready: ['To be watched longer'],
    done: (name: string) => `The rollout of ${name} stays at its share until somebody lets it go on.`,
  },
  resume: { action: 'Go on', ready: ['Healthy so far'], done: (name: string) => `The steps of ${name} go on.` },
  finish: {
    action: 'Give it to everybody',
    ready: ['Healthy so far', 'Planned release'],
    done: (name: string) => `Everybody gets the build of ${name} that rolled out.`,
  },
  abort: {
    action: 'Take it back',
    ready: ['Fails more than the build before', 'Shows something wrong', 'Slow on phones'],
    done: (name: string) => `Everybody has the build of ${name} of before.`,
  },
};

/** Pauses, resumes, finishes or takes back what rolls out. */
export function changeRollout(kind: keyof typeof CHANGES, { name, owner, rollout }: OverviewRemote, seen: number): Act {
  const { action, ready, done } = CHANGES[kind];
  return act({
    call: 'changeRollout',
    owner,
    title: `${action}: ${name}`,
    action,
    lead: rollout && `${rollout.version} ${shortId(rollout.buildId)} for ${audienceOf(rollout)}.`,
    isGrave: kind === 'abort',
    needsNoReason: kind !== 'abort',
    seen,
    ready,
    request: () => ({ remote: name, act: kind }),
    // Pausing makes no snapshot that could be followed.
    done: ({ number }) => ({ text: done(name), number: kind === 'pause' || kind === 'resume' ? null : number }),
  });
}

export const unmark = (remote: string, build: string, owner: string | undefined): Act =>
  act({
    call: 'unmark',
    owner,
    title: `${remote} ${shortId(build)} is not bad`,
    action: 'That was a mistake',
    lead: 'It can be served, and gone back to, like any other build. Nothing else is served because of it.',
    request: () => ({ remote, build }),
    done: () => `${remote} ${shortId(build)} is good again.`,
  });
