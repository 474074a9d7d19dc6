/** What the console says. For operators, in English; the site's own texts are in @redress/copy. */
export const texts = {
  title: 'Release console',
  signIn: {
    withProvider: (host: string, isInNewTab: boolean) => `Sign in with ${host}${isInNewTab ? ', in another tab' : ''}`,
    outcomes: {
      cancelled: 'The sign-in was cancelled.',
      unknown: 'Nobody has invited you, or the invitation has lapsed: ask a key holder.',
      unverified: 'Your provider says no verified e-mail address of you.',
      again: 'This sign-in was begun in another tab, or too long ago: begin again.',
      away: 'Your provider did not answer as it should: try again, or use a token.',
    },
  },
  leave: 'Leave',
  notLive: (since: string, why: string) => `Not live since ${since}. ${why} What is shown is of then.`,
  none: 'Nothing is published yet. Build a remote and start the program.',
  failed: 'It could not be loaded.',
  zone: (zone: string) => `Time in ${zone}`,
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
