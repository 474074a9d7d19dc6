import { defineRemote } from '@redress/mf-runtime/config';

export const config = defineRemote({
  name: 'mf-letters',
  owner: 'team-letters',
  routes: [
    { path: '/result', layout: 'public', documentClass: 'private', title: 'Your letter', next: ['/dashboard'] },
    {
      path: '/demand-letters',
      layout: 'account',
      documentClass: 'private',
      title: 'Demand Letters',
      guarded: true,
      next: ['/dashboard'],
    },
    {
      path: '/case',
      layout: 'account',
      documentClass: 'private',
      title: 'Your case',
      guarded: true,
      hasId: true,
      next: ['/dashboard', '/demand-letters'],
    },
    {
      path: '/court-documents',
      layout: 'account',
      documentClass: 'private',
      title: 'Court Documents',
      guarded: true,
      next: ['/dashboard'],
    },
  ],
  menu: [
    { to: '/demand-letters', label: 'Demand Letters', icon: 'file-text', order: 30 },
    { to: '/court-documents', label: 'Court Documents', icon: 'landmark', order: 40 },
  ],
  // Text typed and not saved: in the tab, and in local storage for its account (src/features/result/kept-text.ts).
  persisted: { 'letter-text': { writes: 1, reads: [1] } },
  updatePolicy: 'block-while-dirty',
  requires: { contracts: '^1.0.0' },
});
