import { NOT_FOUND_SCREEN, type RemoteRoute } from '@redress/contracts/releases';
import { defineRemote } from '@redress/mf-runtime/config';

const page = (path: string, title: string): RemoteRoute => ({
  path,
  layout: 'public',
  documentClass: 'public',
  title,
  next: ['/', '/login'],
});
const routes = [
  page('/prices', 'Prices'),
  page('/how-it-works', 'How it works'),
  page('/help', 'Help'),
  page('/terms', 'Terms of Use'),
  page('/privacy', 'Privacy Policy'),
];

/** The shell's own pages, beside the layouts. It is released like a remote. */
export const config = defineRemote({
  name: 'shell',
  owner: 'team-platform',
  routes,
  prerender: ['public', 'account', NOT_FOUND_SCREEN, ...routes.map(({ path }) => path)],
  requires: { contracts: '^1.0.0' },
});
