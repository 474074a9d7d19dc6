/** The top folder, from wherever a command was given. */
export const ROOT: string;
/** The one package manager, at the one version. */
export const PNPM: string;
/** Node 24 as installed among the packages. */
export const NODE: string;
export function inRoot(...parts: string[]): string;
