import { defineRemote } from '@redress/mf-runtime/config';

export const config = defineRemote({
  name: 'mf-account',
  owner: 'team-account',
  routes: [
    {
      path: '/dashboard',
      layout: 'account',
      documentClass: 'private',
      title: 'Home',
      guarded: true,
      // A case that is ready to be paid leads past the wizard's screens to the payment.
      next: ['/', '/demand-letters', 'wizard.payment'],
    },
    {
      path: '/completed-sessions',
      layout: 'account',
      documentClass: 'private',
      title: 'Completed Sessions',
      guarded: true,
      next: ['/demand-letters'],
    },
    {
      path: '/billing',
      layout: 'account',
      documentClass: 'private',
      title: 'Orders',
      guarded: true,
      next: ['/demand-letters'],
    },
    { path: '/settings', layout: 'account', documentClass: 'private', title: 'Settings', guarded: true, next: [] },
  ],
  menu: [
    { to: '/dashboard', label: 'Home', icon: 'house', order: 10 },
    { to: '/completed-sessions', label: 'Completed Sessions', icon: 'list-checks', order: 20 },
    { to: '/billing', label: 'Orders', icon: 'credit-card', order: 50 },
    { to: '/settings', label: 'Settings', icon: 'settings', order: 60 },
  ],
  updatePolicy: 'ask',
  requires: { contracts: '^1.0.0' },
});
