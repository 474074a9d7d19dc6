import type { BuildAbout } from '@redress/contracts/release-api';

/** `a1b2 to c3d4` of what an entry changed. */
export function movesOf(detail: Record<string, unknown>): string {
  const short = (build: unknown) => (typeof build === 'string' ? build.slice(0, 8) : 'none');
  const list = (detail['moves'] ?? detail['builds']) as
    { from?: unknown; to?: unknown; buildId?: unknown }[] | undefined;
  if (Array.isArray(list))
    return list.map((move) => `${short(move.from)} to ${short(move.to ?? move.buildId)}`).join(', ');
  const { commit } = (detail['about'] as BuildAbout | undefined)?.origin ?? {};
  if (commit) return `${short(detail['buildId'])} of commit ${commit.slice(0, 7)}`;
  return 'from' in detail && 'to' in detail
    ? `${short(detail['from'])} to ${short(detail['to'])}`
    : short(detail['buildId'] ?? '');
}
