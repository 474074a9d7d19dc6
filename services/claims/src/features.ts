import type { Feature } from './platform/feature.ts';
import type { Platform } from './platform/platform.ts';

/** Every feature of the service. A new one is one line here. */
export const createFeatures = (_platform: Platform): Feature[] => [];
