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
  notAttorney: 'Redress is not a law firm and gives no legal advice.',
};
