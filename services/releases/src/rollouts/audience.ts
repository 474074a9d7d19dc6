import type { Cohorts } from '@redress/contracts/releases';

/** Who has a build that rolls out, in words, for the console and the command line: `10 % in CA, and staff, group beta`. */
export function audienceOf({ percent, cohorts }: { percent: number; cohorts?: Cohorts | null | undefined }): string {
  const { staff, countries, groups, within } = cohorts ?? {};
  const named = [
    ...(staff ? ['staff'] : []),
    ...(countries ? [`everybody in ${countries.join(' ')}`] : []),
    ...(groups ? [`group ${groups.join(' ')}`] : []),
  ];
  const share = `${percent} % of visitors${within ? ` in ${within.join(' ')}` : ''}`;
  return named.length > 0 ? `${share}, and ${named.join(', ')}` : share;
}
