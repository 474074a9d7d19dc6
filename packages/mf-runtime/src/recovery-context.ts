import { createContext } from 'react';

/**
 * Reports a failure of what is on screen (a remote's page, or a slot) and has another build take its place.
 * @returns false when it stays: there is no other build, it does not load either, or something typed would be lost
 */
export type Recover = (error: unknown) => Promise<boolean>;

export const Recovery = createContext<Recover>(() => Promise.resolve(false));
