/** @jest-environment node */
import { factsOf } from './dependents.tsx';

const nobody = { routes: [], slots: [], linkedFrom: [], packages: [], unknown: [] };

it('lists the pages that close with a remote, the slots that stay empty in whose pages, and who links there', () => {
  const slots = [{ name: 'wizard.payment', pagesOf: ['mf-wizard'] }];
  expect(factsOf({ ...nobody, routes: ['/pay'], slots, unknown: ['mf-old'] }, 'mf-checkout')).toEqual([
    { name: 'Pages that close when it is off', value: '/pay' },
    { name: 'Slots that stay empty', value: 'wizard.payment, in the pages of mf-wizard' },
    { name: 'Remotes with links to its pages', value: 'None' },
    { name: 'Not known of', value: 'mf-old' },
  ]);
});

it('lists of the shell who uses each package that it gives', () => {
  const packages = [{ name: 'react', version: '19.3.1', users: [{ name: 'mf-checkout', version: '^19.0.0' }] }];
  expect(factsOf({ ...nobody, packages }, 'shell')).toEqual([{ name: 'react 19.3.1', value: 'mf-checkout (^19.0.0)' }]);
});
