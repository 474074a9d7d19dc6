/** `problem` of a letter whose owner has asked for the money back: it is not approved any more. */
export const REFUNDING = 'refunding';

/** `problem` of a draft that was about to be posted and holds words that may not be printed (ruling 34). */
export const HELD = 'held';
