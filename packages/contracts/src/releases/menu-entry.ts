/** Forms of the side bar's entries, apart from what draws the list: a page that draws it loads no checks of forms. */
import * as z from 'zod/mini';
import { isMenuLabel, LONGEST_LABEL, MENU_ICONS } from './menu.ts';

/** A remote has so many entries at most: the side bar belongs to all of them. */
const MOST_ENTRIES = 8;

export const MenuEntry = z.object({
  /** A page of the remote itself, in the layout `account`. */
  to: z.string(),
  label: z.string().check(
    z.refine(isMenuLabel, {
      message: `up to ${LONGEST_LABEL} Latin letters, digits and & ' , . ( ) -, with single spaces`,
    }),
  ),
  icon: z.enum(MENU_ICONS),
  /** Place in the list, 0 to 999, smaller first; where two are equal, by address. */
  order: z.int().check(z.minimum(0), z.maximum(999)),
});
export type MenuEntry = z.output<typeof MenuEntry>;

export const Menu = z.array(MenuEntry).check(z.maxLength(MOST_ENTRIES));

/**
 * Entries in a snapshot: their rules were kept when the build was published. A site of before, which does not know an icon of
 * today, takes the release all the same.
 */
export const ServedMenu = z.array(z.object({ to: z.string(), label: z.string(), icon: z.string(), order: z.number() }));
