/** The same for every way to write a name: spaces, capitals, composed letters and what is not seen do not tell people apart. */
export const personKey = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .toLowerCase();

/** Whether two names are of one person, by whichever token or session each of them asks. Nobody is not the same as nobody. */
export const isSamePerson = (one: string | null | undefined, other: string | null | undefined): boolean =>
  typeof one === 'string' && typeof other === 'string' && personKey(one) === personKey(other);
