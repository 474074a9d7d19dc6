/** What the console says in several places. For operators, in English; the site's own texts are in @redress/copy. */
export const texts = {
  title: 'Release console',
  leave: 'Leave',
  none: 'Nothing is published yet. Build a remote and start the program.',
  failed: 'It could not be loaded.',
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
