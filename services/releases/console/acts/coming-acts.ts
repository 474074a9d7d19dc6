import type { Freeze, OverviewRemote, Plan, Preview } from '@redress/contracts/release-api';
import { shortId } from '../texts.ts';
import { act, type Act, type ActRequest } from './act.ts';

export const whatOf = ({ builds }: Pick<Plan, 'builds'>) =>
  builds.map(({ name, buildId }) => `${name} ${shortId(buildId)}`).join(', ');

function requestOf({ builds, rollout, override }: Plan): ActRequest {
  const [first] = builds;
  if (rollout && first) {
    const { percent, next, cohorts } = rollout;
    const of = { remote: first.name, build: first.buildId, percent, next: next ?? undefined, cohorts };
    return { call: 'rollOut', ...of, evenIfBad: true, override };
  }
  return {
    call: 'promote',
    builds: builds.map(({ name, buildId }) => ({ name, build: buildId, evenIfBad: true })),
    override,
  };
}

/** What another person has planned, tried as it would be done now: that is what is agreed to. */
export const confirmPlan = (plan: Plan, seen: number, when: string | null): Act =>
  act({
    call: 'confirm',
    title: `Confirm promotion ${plan.id}`,
    action: 'Confirm',
    lead: [
      `${plan.person ?? plan.actor} asks for ${whatOf(plan)}${plan.reason ? `: ${plan.reason}` : ''}`,
      ...(plan.override ? ['It goes on in spite of what the gate finds.'] : []),
    ].join(' '),
    seen,
    tries: requestOf(plan),
    waits: when === null ? 'It is done as soon as you confirm it.' : `Once you confirm it, it is done at ${when}.`,
    request: () => ({ id: plan.id }),
    done: ({ state, number }) => {
      const isDone = state === 'done';
      return { text: `Promotion ${plan.id} is confirmed${isDone ? ' and done' : ''}.`, number: isDone ? number : null };
    },
  });

export const endPlan = (plan: Plan): Act =>
  act({
    call: 'endPlan',
    title: `Give up promotion ${plan.id}`,
    action: 'Give up',
    lead: whatOf(plan),
    isGrave: true,
    request: () => ({ id: plan.id }),
    done: () => `Promotion ${plan.id} is given up.`,
  });

/**
 * No promotion in a window, from now or from a time on.
 * @param now - of one dialog, so that a window that is asked for again after a lost answer is the same one
 */
export const freeze = (now: string): Act =>
  act({
    call: 'freeze',
    action: 'Freeze',
    lead: 'Nothing is promoted in this time. Rollbacks stay possible.',
    isGrave: true,
    ready: ['Holidays', 'Year end', 'Something fails and nobody knows why'],
    fields: () => [
      { key: 'from', label: 'From (empty: now)', kind: 'time' },
      { key: 'until', label: 'Until', kind: 'time', isRequired: true },
    ],
    request: ({ of, is, times }) => ({
      from: is('from') ? times.isoOf(of('from')) : now,
      until: times.isoOf(of('until')),
    }),
    done: (_, { of, is, times }) => {
      const begin = is('from') ? ` from ${times.instant(times.isoOf(of('from')))}` : '';
      return `Frozen${begin} until ${times.instant(times.isoOf(of('until')))}.`;
    },
  });

export const thaw = ({ id, reason }: Freeze): Act =>
  act({
    call: 'thaw',
    title: `End freeze ${id}`,
    action: 'End freeze',
    lead: reason,
    isGrave: true,
    request: () => ({ id }),
    done: () => `Freeze ${id} is over.`,
  });

/** Of builds as the channel would serve them, or of a snapshot of before. */
export function addPreview(remotes: readonly OverviewRemote[]): Act {
  const chosen = (of: (key: string) => string) =>
    remotes.map(({ name }) => ({ name, build: of(`of ${name}`) })).filter(({ build }) => build !== '');
  return act({
    call: 'addPreview',
    title: 'Make a preview',
    action: 'Make it',
    needsNoReason: true,
    values: { hours: '24' },
    fields: ({ is }) => [
      ...(is('snapshot')
        ? []
        : remotes.map(({ name, buildId }) => ({
            key: `of ${name}`,
            label: name,
            legend: 'Builds in place of those that are served',
            build: { name, current: buildId, among: 'published' as const, first: 'As it is served' },
          }))),
      { key: 'snapshot', label: 'Or everything as a snapshot of before had it (its number)', kind: 'number' },
      { key: 'hours', label: 'Hours, at most 168', kind: 'number' },
      { key: 'once', label: 'For one browser: the first that opens the address', kind: 'check' },
    ],
    request: ({ of, is }) => ({
      ...(is('snapshot') ? { snapshot: Number(of('snapshot')) } : { builds: chosen(of) }),
      hours: Number(of('hours')),
      once: is('once'),
    }),
    done: ({ id, what, expiresAt, once, path }, { times }) => ({
      text: `Preview ${id} is made.`,
      secret: {
        name: 'Address',
        lead: `${what}, until ${times.instant(expiresAt)}. This path on the site is shown only now${once ? ', and opens in one browser' : ''}.`,
        value: path,
      },
    }),
  });
}

export const confirmPreview = ({ id, what, actor }: Preview): Act =>
  act({
    call: 'confirmPreview',
    title: `Confirm preview ${id}`,
    action: 'Confirm',
    lead: `${what}, made by ${actor}: whoever has its address can run it on the site.`,
    request: () => ({ id, what }),
    done: () => `Preview ${id} is confirmed.`,
  });

export const endPreview = ({ id, what }: Preview): Act =>
  act({
    call: 'endPreview',
    title: `End preview ${id}`,
    action: 'End',
    lead: `${what}: nobody sees it any more, within seconds.`,
    isGrave: true,
    request: () => ({ id }),
    done: () => `Preview ${id} has ended.`,
  });

/** Reads the whole chain, and looks for the heads that are signed or noted elsewhere. */
export const verifyLedger: Act = act({
  call: 'verifyLedger',
  action: 'Check the whole chain',
  lead: 'Each entry holds the hash of the one before: a changed, moved or removed entry shows.',
  fields: () => [{ key: 'head', label: 'A head noted elsewhere (empty: the signed snapshots alone)' }],
  request: ({ of }) => ({ head: of('head').trim() || undefined }),
  done: ({ ok, entries, head, fault }) => ({
    text: ok
      ? `${entries} entries, each following the one before. Head, to note elsewhere: ${head}`
      : `Entry ${fault?.seq ?? 0}: ${fault?.what ?? ''}.`,
    isBad: !ok,
  }),
});

export const retryNotice = (id: number): Act =>
  act({
    call: 'retryNotice',
    title: `Try notice ${id} again`,
    action: 'Try again',
    lead: 'What could not be delivered of it is sent now, and again after growing pauses.',
    request: () => ({ id }),
    done: () => `Notice ${id} is tried again.`,
  });

export const testNotice: Act = act({
  call: 'testNotice',
  title: 'Send a test',
  action: 'Send',
  lead: 'Everybody in the list gets a mail or a request that says that it is a test.',
  request: () => ({}),
  done: () => 'A test is on its way to everybody in the list.',
});

export const endNoticeTarget = (id: number, address: string): Act =>
  act({
    call: 'endNoticeTarget',
    title: `Tell ${address} no longer`,
    action: 'End',
    lead: 'What waits for this address is not sent either.',
    isGrave: true,
    request: () => ({ id }),
    done: () => `${address} is told no longer.`,
  });
