import type { Cohorts } from '@redress/contracts/releases';

export const isShare = (percent: number): boolean => percent >= 0 && percent <= 100;

/** `25, 50, 100`, each larger than the one before and than the share it begins with. @returns `null` for what is none */
export function stepsOf(text: string, percent: number): number[] | null {
  if (text.trim() === '') return [];
  const steps = text.split(',').map((part) => Number(part.trim() || NaN));
  const all = [percent, ...steps];
  const isGrowing = steps.every((step, index) => step > (all[index] as number) && step <= 100);
  return isGrowing ? steps : null;
}

const LISTS = ['countries', 'groups', 'within'] as const;

/** Cohorts as fields hold them. */
export const typedOf = (cohorts: Cohorts): Record<string, string> => ({
  staff: cohorts.staff ? 'on' : '',
  ...Object.fromEntries(LISTS.map((key) => [key, cohorts[key]?.join(', ') ?? ''])),
});

/** What is not right about it the service says. @returns `{}` for nobody */
export function cohortsOf(of: (key: string) => string): Cohorts {
  const listOf = (key: (typeof LISTS)[number]) =>
    (key === 'groups' ? of(key).toLowerCase() : of(key).toUpperCase())
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean);
  return {
    ...(of('staff') === '' ? {} : { staff: true as const }),
    ...Object.fromEntries(LISTS.map((key) => [key, listOf(key)] as const).filter(([, list]) => list.length > 0)),
  };
}
