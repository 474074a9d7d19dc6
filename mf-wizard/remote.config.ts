import { defineRemote } from '@redress/mf-runtime/config';

export const config = defineRemote({
  name: 'mf-wizard',
  owner: 'team-wizard',
  routes: [{ path: '/', layout: 'public', documentClass: 'public', title: 'Start your claim' }],
  prerender: ['/'],
  updatePolicy: 'block-while-dirty',
  requires: { contracts: '^1.0.0' },
});
