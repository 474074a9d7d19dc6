/** A secret, or who says what it is now: it may become another one while the program runs, and is asked for at each use. */
export type Secret = string | (() => string);

export const present = (secret: Secret): string => (typeof secret === 'string' ? secret : secret());

/**
 * What others prove themselves to us with. While it changes the one of before stands beside the new one, separated by white
 * space, and both are accepted.
 */
export const accepted = (secret: Secret): string[] => present(secret).split(/\s+/).filter(Boolean);

/**
 * A client that is made from secrets, and made anew when one of them is another than before.
 * @param onReplaced - gets the client before, which may still be at work
 */
export function madeFrom<Client>(
  secrets: readonly Secret[],
  make: (...values: string[]) => Client,
  onReplaced: (client: Client) => void = () => {},
): () => Client {
  let made: { values: string[]; client: Client } | null = null;
  return () => {
    const values = secrets.map(present);
    if (made && made.values.every((value, place) => value === values[place])) return made.client;
    const before = made;
    made = { values, client: make(...values) };
    if (before) onReplaced(before.client);
    return made.client;
  };
}
