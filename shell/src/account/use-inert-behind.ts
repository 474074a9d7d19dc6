import { useEffect } from 'react';
import { REGIONS, region } from '../frame/regions.ts';

/**
 * While something covers the page, what is behind it takes no focus and is not read. Call it before the effect that gives
 * focus back: to an element that is still inert it cannot be given.
 * @param front - the region that stays
 */
export function useInertBehind(isCovered: boolean, front: (typeof REGIONS)[keyof typeof REGIONS]): void {
  useEffect(() => {
    if (!isCovered) return;
    const stays: readonly Element[] = [region(front), region(REGIONS.announcer)];
    const behind = [...region(REGIONS.frame).children].filter(
      (element): element is HTMLElement => element instanceof HTMLElement && !stays.includes(element) && !element.inert,
    );
    for (const element of behind) element.inert = true;
    return () => {
      for (const element of behind) element.inert = false;
    };
  }, [isCovered, front]);
}
