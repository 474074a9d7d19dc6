import path from 'node:path';

/** Where pictures go: an ignored folder of the repository. */
export const SHOTS = path.resolve(import.meta.dirname, '../../shots');

/** How a screen is looked at. `forced` is forced colours in a light scheme; `print` is US letter paper at 96 dpi. */
export interface Appearance {
  width: number;
  scheme: 'light' | 'dark' | 'forced' | 'forced-dark' | 'print';
}

export const shotName = (name: string, { width, scheme }: Appearance): string => `${name}--${width}-${scheme}.png`;

/** @returns null for a file that is no picture of a look */
export function readShotName(file: string): { name: string; look: string } | null {
  const match = /^(.+)--(.+)\.png$/.exec(file);
  return match ? { name: match[1]!, look: match[2]!.replace('-', ' px ') } : null;
}
