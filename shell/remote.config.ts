import { defineRemote } from '@redress/mf-runtime/config';

/** The shell's own pages, beside the layouts. It is released like a remote. */
export const config = defineRemote({
  name: 'shell',
  owner: 'team-platform',
  routes: [
    { path: '/terms', layout: 'public', documentClass: 'public', title: 'Terms of Use' },
    { path: '/privacy', layout: 'public', documentClass: 'public', title: 'Privacy Policy' },
  ],
  prerender: ['public', 'account'],
  requires: { contracts: '^1.0.0' },
});
