/** What the console says. For operators, in English; the site's own texts are in @redress/copy. */
export const texts = {
  title: 'Release console',
  signIn: {
    lead: 'Paste a release token. The program keeps them in DATA_DIR/keys, for example release-manager.token.',
    label: 'Token',
    submit: 'Open',
    withProvider: (host: string, isInNewTab: boolean) => `Sign in with ${host}${isInNewTab ? ', in another tab' : ''}`,
    elsewhere: 'People sign in at the console’s own address:',
    orToken: 'Or paste a release token.',
    outcomes: {
      cancelled: 'The sign-in was cancelled.',
      unknown: 'Nobody has invited you, or the invitation has lapsed: ask a key holder.',
      unverified: 'Your provider says no verified e-mail address of you.',
      again: 'This sign-in was begun in another tab, or too long ago: begin again.',
      away: 'Your provider did not answer as it should: try again, or use a token.',
    },
    wrong: 'This token is not known.',
    resuming: 'Asking the release service who you are.',
    ended: 'You are signed out',
  },
  leave: 'Leave',
  channel: 'Channel',
  timesIn: 'Times in',
  notLive: (since: string, why: string) => `Not live since ${since}. ${why} What is shown is of then.`,
  offline: 'This device is not connected.',
  tabs: {
    now: 'Now',
    remotes: 'Remotes',
    rollouts: 'Rollouts',
    previews: 'Previews',
    snapshots: 'Snapshots',
    plans: 'Plans',
    errors: 'Errors',
    people: 'People',
    ledger: 'Ledger',
    notices: 'Notices',
  },
  none: 'Nothing is published yet. Build a remote and start the program.',
  failed: 'It could not be loaded.',
  retry: 'Try again',
  promotions: 'Promotions',
  freezes: 'Freezes',
  from: 'From (empty: now)',
  until: 'Until',
  zone: (zone: string) => `Time in ${zone}`,
  confirm: 'Confirm',
  giveUp: 'Give up',
  whenConfirmed: 'when confirmed',
  waitsFor: (planner: string) => `Waits for another person than ${planner}.`,
  freeze: 'Freeze',
  freezeLead: 'Nothing is promoted in this time. Rollbacks stay possible.',
  thaw: 'End freeze',
  noPlans: 'No promotion was planned yet.',
  noNotices: 'Nobody was told of anything yet.',
  noTargets: 'Nobody is told when the service acts by itself: `release notices add` names an address.',
  whoIsTold: 'Who is told',
  nobodyTold: 'there was nobody to tell',
  noticeStates: { waiting: 'waits', sent: 'sent', dead: 'not delivered', ended: 'no longer told' },
  noFreezes: 'No freeze is in force or to come.',
  planStates: { waiting: 'Waiting', done: 'Done', refused: 'Refused', ended: 'Given up', expired: 'Expired' },
  reason: 'Reason (kept in the ledger)',
  reasonMissing: 'Say why: it is kept in the ledger.',
  cancel: 'Cancel',
} as const;

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** `3 hours ago`; `just now` within a minute. */
export function ago(instant: string, now: number): string {
  const passed = now - new Date(instant).getTime();
  const [unit, length] = UNITS.find(([, size]) => passed >= size) ?? [];
  if (!unit || !length) return 'just now';
  const count = Math.floor(passed / length);
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}

export const shortId = (buildId: string): string => buildId.slice(0, 8);
