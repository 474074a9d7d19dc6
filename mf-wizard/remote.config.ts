import { defineRemote } from '@redress/mf-runtime/config';

export const config = defineRemote({
  name: 'mf-wizard',
  owner: 'team-wizard',
  // What follows the account gate is named once a visitor is there (src/app/use-fetch-ahead.ts).
  routes: [
    {
      path: '/',
      layout: 'public',
      documentClass: 'public',
      title: 'Start your case',
      next: ['/login', 'wizard.account-gate', '/dashboard'],
    },
  ],
  prerender: ['/'],
  // Answers are in the store as they are typed, so a newer build may come at any moment; only while something is
  // neither saved nor kept in the browser, or a slot is in the middle of a payment, does it wait.
  updatePolicy: 'block-while-dirty',
  persisted: {
    // Local storage: answers the server does not have yet (src/features/draft/unsaved-answers.ts).
    'unsaved-answers': { writes: 1, reads: [1] },
    // Session storage: a name typed as signature (src/features/claim-details/signature-screen.tsx).
    'typed-signature': { writes: 1, reads: [1] },
    // Local storage: what of the list to gather is ticked (src/features/generating/gathered.ts).
    gathered: { writes: 1, reads: [1] },
  },
  requires: { contracts: '^1.0.0' },
});
