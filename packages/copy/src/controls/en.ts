/** Words of controls that few screens have: they come with those. */
export const en = {
  pagination: {
    label: 'Pages',
    previous: 'Previous',
    next: 'Next',
    showing: (from: number, to: number, total: number, what: string) => `Showing ${from} to ${to} of ${total} ${what}`,
  },
  slider: {
    previous: 'Show the one before',
    next: 'Show the next one',
    position: (index: number, total: number) => `${index} of ${total}`,
  },
  password: { show: 'Show password', hide: 'Hide password' },
  characters: {
    left: (count: number) => (count === 1 ? '1 character left' : `${count} characters left`),
    over: (count: number) => (count === 1 ? '1 character too many' : `${count} characters too many`),
  },
};
