import type { BuildDescriptor } from '@redress/contracts/releases';

/** The builds a channel serves, the shell among them, by name. */
export type BuildSet = Readonly<Record<string, BuildDescriptor>>;
