import type { Platform } from '../../platform/platform.ts';

/** When the change window of an approval given now ends (R19). */
export const windowEnd = ({ now, config }: Pick<Platform, 'now' | 'config'>): Date =>
  new Date(now().getTime() + config.changeWindowMinutes * 60_000);
