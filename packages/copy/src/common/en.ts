/** Words every screen may need; loaded once with the design system, so kept short. */
export const en = {
  brand: { name: 'Redress', line: 'Say what you are owed. We put it in writing.' },
  actions: {
    back: 'Back',
    continue: 'Continue',
    cancel: 'Cancel',
    close: 'Close',
    tryAgain: 'Try again',
    remove: 'Remove',
    edit: 'Change',
  },
  optional: '(optional)',
  loading: 'Loading',
  loadingText: 'Loading...',
  problem: {
    heading: 'There is a problem',
    titlePrefix: 'Error: ',
    somethingWrong: 'Something went wrong',
    couldNotLoad: 'We could not load this',
    couldNotLoadText: 'Check your connection and try again. Nothing you typed is lost.',
    reference: (id: string) => `Reference number: ${id}`,
  },
  skipToContent: 'Skip to the main content',
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
  menu: { open: 'Open menu', close: 'Close menu' },
  password: { show: 'Show password', hide: 'Hide password' },
  characters: {
    left: (count: number) => (count === 1 ? '1 character left' : `${count} characters left`),
    over: (count: number) => (count === 1 ? '1 character too many' : `${count} characters too many`),
  },
  notAttorney: 'Redress is not a law firm and gives no legal advice.',
};
