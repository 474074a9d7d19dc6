/**
 * Entries of the side bar of the signed-in area, as remotes declare them.
 * @see decision 0606
 */

/** Icons that an entry may have, as the shell draws them. */
export const MENU_ICONS = [
  'bell',
  'book-open',
  'building',
  'calculator',
  'calendar',
  'coins',
  'credit-card',
  'file-text',
  'gavel',
  'house',
  'landmark',
  'list-checks',
  'mail',
  'messages',
  'paperclip',
  'printer',
  'scale',
  'send',
  'settings',
  'user',
] as const;
export type MenuIcon = (typeof MENU_ICONS)[number];

export const LONGEST_LABEL = 30;
/**
 * Letters that languages are written with in Latin, and our digits: small capitals, signs of phonetics and digits of other scripts
 * pass for them. No control, direction or lone combining character.
 */
const LABEL =
  /^(?:[\dA-Za-z\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u017F\u01A0\u01A1\u01AF\u01B0\u0218-\u021B\u1E00-\u1EFF]|(?!^)(?:[&'’,.()-]| (?! )))+$/;

/** Whether a text may stand in the side bar: up to 30 Latin letters, digits and `& ' , . ( ) -`, with single spaces. */
export const isMenuLabel = (text: string): boolean =>
  text.length <= LONGEST_LABEL && text.trim() === text && text.normalize('NFC') === text && LABEL.test(text);

/** An entry in a snapshot; its icon may be newer than whoever draws it. */
export interface ServedMenuEntry {
  to: string;
  label: string;
  icon: string;
  order: number;
}

interface MenuOwner {
  routes: readonly { path: string; layout: 'public' | 'account'; title: string; guarded?: boolean | undefined }[];
  /** Absent in builds made before entries were declared. */
  menu?: readonly ServedMenuEntry[] | undefined;
}

/** @returns what is wrong with the entries of a remote, beside their form; `null` when nothing is */
export function menuMistake({ routes, menu = [] }: MenuOwner): string | null {
  for (const [index, { to, label }] of menu.entries()) {
    const route = routes.find(({ path }) => path === to);
    if (!route) return `the menu names ${to}, which is no page of this remote`;
    if (route.layout !== 'account') return `the menu names ${to}, which is not in the layout account`;
    const isTwice = menu.slice(0, index).some((other) => other.to === to || lookOf(other.label) === lookOf(label));
    if (isTwice) return `the menu names ${to} or “${label}” twice`;
  }
  return null;
}

/** Letters with no accent to take off, by the plain one that they look like. */
const PLAIN: Readonly<Record<string, string>> = {
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ĸ: 'k',
  ł: 'i',
  ŧ: 't',
  ŋ: 'n',
  þ: 'p',
};

/** Two labels of one look are the same to who reads them: capitals, accents and letters that are mistaken for others do not count. */
export const lookOf = (label: string): string =>
  label
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[øđðħĸłŧŋþ]/g, (letter) => PLAIN[letter] ?? '')
    .replaceAll(/[ıl1|]/g, 'i')
    .replaceAll('0', 'o')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll(/[^a-z0-9]/g, '');

/** Builds made before entries were declared: their guarded pages, by title. */
const entriesOf = ({ routes, menu }: MenuOwner): readonly ServedMenuEntry[] =>
  menu ??
  routes
    .filter(({ layout, guarded }) => layout === 'account' && guarded)
    .map(({ path, title }) => ({ to: path, label: title, icon: 'file-text', order: 999 }));

/**
 * The side bar of a release.
 * @param owners - what it serves, without what is switched off
 */
export const sideBarOf = (owners: readonly MenuOwner[]): ServedMenuEntry[] =>
  owners
    .flatMap(entriesOf)
    // A snapshot may hold builds that were published before the rule.
    .filter(({ label }) => isMenuLabel(label))
    .sort((one, other) => one.order - other.order || (one.to < other.to ? -1 : 1));
