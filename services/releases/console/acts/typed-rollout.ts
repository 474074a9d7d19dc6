import type { Cohorts } from '@redress/contracts/releases';

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
