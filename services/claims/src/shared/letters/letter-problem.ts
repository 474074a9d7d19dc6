/** `problem` of a letter whose owner has asked for the money back: it is not approved any more. */
export const REFUNDING = 'refunding';

/** The same when the money has gone back, except for what opened papers keep. */
export const REFUNDED = 'refunded';

export const isGivenBack = (problem: string | null | undefined): boolean =>
  problem === REFUNDING || problem === REFUNDED;

/** `problem` of a draft that was about to be posted and holds words that may not be printed (ruling 34). */
export const HELD = 'held';
