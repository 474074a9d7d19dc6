// Made by scripts/make-icons.mjs from lucide-react (ISC licence, lucide.dev/license). Do not edit by hand.

export const calendar =
  'M8 2v3M16 2v3M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2ZM3 9h18';
export const chevronDown = 'M6 9l6 6 6-6';
export const search = 'M21 21l-4.34-4.34M3 11a8 8 0 1 0 16 0a8 8 0 1 0 -16 0';
