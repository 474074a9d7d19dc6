/** @returns path of a Chromium on this machine, or `null` */
export function findChromium(environment?: NodeJS.ProcessEnv): string | null;
export function hasFallbackFont(folders?: string[]): boolean;
