import type { Overview, OverviewChannel } from '@redress/contracts/release-api';
import { useCallback } from 'react';
import { useConsole } from './console-context.ts';
import { useLoaded, type Loaded } from './use-loaded.ts';

/** Figures change without an act. */
const REFRESH_MS = 5_000;

/** What is not well, and what each channel serves. `current`: of the channel that is looked at. */
export function useOverview(): Loaded<Overview> & { current: OverviewChannel | undefined } {
  const { api, channel } = useConsole();
  const load = useCallback(() => api('overview', {}), [api]);
  const of = useLoaded(load, REFRESH_MS);
  return { ...of, current: of.data?.channels.find((each) => each.channel === channel) };
}
