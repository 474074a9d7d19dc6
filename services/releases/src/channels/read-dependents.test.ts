import { aRemote, aShell, useReleaseWorld } from '../testing/index.ts';
import { readDependents } from './read-dependents.ts';

const world = useReleaseWorld();

it('reads from the builds of a channel who draws, links and shares what a remote gives', async () => {
  const of = (remote: string) => readDependents(world.core, { channel: 'production', remote });
  const nobody = { routes: [], slots: [], linkedFrom: [], packages: [], unknown: [] };
  expect(await of('mf-checkout')).toEqual(nobody);
  const wizard = aRemote({
    change(build) {
      build.uses = { slots: ['wizard.payment', 'wizard.lost'], links: ['/pay'], names: { react: ['useState'] } };
    },
  });
  const checkout = aRemote({
    name: 'mf-checkout',
    change(build) {
      build.config.routes[0]!.path = '/pay';
      build.config.slots = { 'wizard.payment': './src/payment-step.tsx' };
      delete build.uses;
    },
  });
  await world.release(aShell(), wizard, checkout);
  const unknown = ['shell', 'mf-checkout'];
  expect(await of('mf-checkout')).toEqual({
    routes: ['/pay'],
    slots: [{ name: 'wizard.payment', pagesOf: ['mf-wizard'] }],
    linkedFrom: ['mf-wizard'],
    packages: [],
    unknown,
  });
  expect(await of('mf-wizard')).toEqual({ ...nobody, routes: ['/'], unknown });
  const { packages } = await of('shell');
  expect(packages.find(({ name }) => name === 'react')).toMatchObject({
    version: '19.3.1',
    users: [{ name: 'mf-checkout' }, { name: 'mf-wizard' }],
  });
});
