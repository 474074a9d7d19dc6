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
  // Text typed and not saved: of a letter in the tab, and in local storage for its account (src/features/result/kept-text.ts);
  // of a case in the tab (src/features/case/keeps-unsaved.tsx).
  persisted: { 'letter-text': { writes: 1, reads: [1] }, 'case-form': { writes: 1, reads: [1] } },
  updatePolicy: 'block-while-dirty',
  requires: { contracts: '^1.0.0' },
});
