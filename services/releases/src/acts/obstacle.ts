import { REFUSALS, type Obstacle, type RefusalCode } from '@redress/contracts/release-api';

/** What stands against an act that is only tried, with the way to mend it. */
export const obstacleOf = (
  { code, message }: { code: RefusalCode; message: string },
  canBeOverridden: boolean,
): Obstacle => ({ code, message, remedy: REFUSALS[code].remedy, canBeOverridden });
