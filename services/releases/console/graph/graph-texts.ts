export const graphTexts = {
  picture: 'Remotes with the slots they draw and fill, and the packages of the shell. The tables below say the same.',
  slots: 'Slots',
  remotes: 'Remotes',
  packages: 'Shared packages',
  legend: 'A whole line fills a slot or uses a package; a broken line draws a slot.',
  chosen: 'If this goes off',
  nobody: 'Choose a remote',
  closes: (name: string) => `If ${name} goes off`,
  pages: 'Pages that close',
  emptySlots: 'Slots that stay empty',
  inPagesOf: (names: readonly string[]) =>
    names.length === 0 ? 'drawn by nobody' : `in the pages of ${names.join(', ')}`,
  linkedFrom: 'Remotes with links to its pages',
  nothing: 'None',
  unknownDraws: (names: readonly string[]) =>
    `Of ${names.join(', ')} it is not known which slots they draw: built before it was listed.`,
  filledBy: 'Filled by',
  drawnBy: 'Drawn by',
  provided: 'In the shell',
  users: 'Used by',
  none: 'Nothing is published on this channel yet.',
  off: 'off',
} as const;
