/**
 * Who may sign in to the release console of a program with the sandbox: accounts of its provider, and what each of them may
 * do. Two release managers, so that one can confirm what the other promotes.
 */
export const SANDBOX_OPERATORS = [
  { handle: 'manager', name: 'Release manager', email: 'manager@example.org', role: 'release-manager', team: null },
  { handle: 'second', name: 'Second manager', email: 'second@example.org', role: 'release-manager', team: null },
  { handle: 'wizard', name: 'Wizard developer', email: 'wizard@example.org', role: 'developer', team: 'team-wizard' },
  { handle: 'holder', name: 'Key holder', email: 'holder@example.org', role: 'key-holder', team: null },
] as const;
