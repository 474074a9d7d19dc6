import type { MenuIcon } from '@redress/contracts/releases';
import {
  bell,
  bookOpen,
  building2,
  calculator,
  calendarDays,
  creditCard,
  fileText,
  gavel,
  handCoins,
  house,
  landmark,
  listChecks,
  mail,
  messagesSquare,
  paperclip,
  printer,
  scale,
  send,
  settings,
  user,
} from '@redress/ui/icons';

/** How the icons that an entry of the side bar may name are drawn. */
export const MENU_SHAPES: Readonly<Record<MenuIcon, string>> = {
  bell,
  'book-open': bookOpen,
  building: building2,
  calculator,
  calendar: calendarDays,
  coins: handCoins,
  'credit-card': creditCard,
  'file-text': fileText,
  gavel,
  house,
  landmark,
  'list-checks': listChecks,
  mail,
  messages: messagesSquare,
  paperclip,
  printer,
  scale,
  send,
  settings,
  user,
};

/** The contracts of a remote may be newer than this shell, with icons that it does not have. */
export const menuShape = (icon: string): string =>
  Object.hasOwn(MENU_SHAPES, icon) ? MENU_SHAPES[icon as MenuIcon] : fileText;
