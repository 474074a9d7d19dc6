import { defineRemote } from '@redress/mf-runtime/config';

export const config = defineRemote({
  name: 'mf-auth',
  owner: 'team-auth',
  routes: [
    // The form itself names the page it leads back to.
    { path: '/login', layout: 'public', documentClass: 'private', title: 'Sign in', next: [] },
    {
      path: '/forgot-password',
      layout: 'public',
      documentClass: 'private',
      title: 'Reset your password',
      next: ['/dashboard'],
    },
  ],
  prerender: ['/login', '/forgot-password'],
  slots: {
    'wizard.account-gate': './src/features/account-gate/account-gate.tsx',
  },
  updatePolicy: 'block-while-dirty',
  requires: { contracts: '^1.0.0' },
});
