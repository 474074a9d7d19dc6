import type { ReleaseGraph } from '@redress/contracts/release-api';
import { dependentsOf } from './dependents-of.ts';

const node = (name: string, draws: string[] | null = []) => ({
  name,
  buildId: 'a1',
  version: '1.0.0',
  owner: 'team',
  isOff: false,
  routes: [],
  fills: [],
  draws,
  links: [],
});
const graph: ReleaseGraph = {
  channel: 'production',
  number: 1,
  createdAt: null,
  nodes: [node('shell'), node('mf-checkout'), node('mf-old', null)],
  slots: [],
  packages: [
    { name: 'react', provided: '19.3.1', users: [{ name: 'mf-checkout', version: '^19.0.0', names: null }] },
    { name: 'lost', provided: null, users: [] },
  ],
  ifOff: [
    {
      name: 'mf-checkout',
      routes: ['/pay'],
      slots: [{ name: 'wizard.payment', pagesOf: ['mf-wizard'] }],
      linkedFrom: [],
    },
  ],
};

it('lists the pages that close with a remote, the slots that stay empty in whose pages, and who links there', () => {
  expect(dependentsOf(graph, 'mf-checkout')).toEqual([
    { name: 'Pages that close when it is off', value: '/pay' },
    { name: 'Slots that stay empty', value: 'wizard.payment, in the pages of mf-wizard' },
    { name: 'Remotes with links to its pages', value: 'None' },
    { name: 'Not known of', value: 'mf-old' },
  ]);
});

it('lists of the shell who uses each package that it gives', () => {
  expect(dependentsOf(graph, 'shell')).toContainEqual({ name: 'react 19.3.1', value: 'mf-checkout (^19.0.0)' });
  expect(dependentsOf(graph, 'shell').map(({ name }) => name)).not.toContain('lost null');
});
