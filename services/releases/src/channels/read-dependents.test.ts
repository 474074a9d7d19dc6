import { aRemote, aShell, useReleaseWorld } from '../testing/index.ts';
import { readDependents } from './read-dependents.ts';

const world = useReleaseWorld();

it('reads from the builds of a channel who draws, links and shares what a remote gives', async () => {
  const of = (remote: string) => readDependents(world.core, { channel: 'production', remote });
  const nobody = { routes: [], slots: [], dependents: [], unknown: [] };
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
  const shell = aShell({ change: (build) => void (build.offers = { react: ['useState'] }) });
  await world.release(shell, wizard, checkout);
  expect(await of('mf-checkout')).toEqual({
    routes: ['/pay'],
    slots: ['wizard.payment'],
    dependents: [{ remote: 'mf-checkout', by: 'mf-wizard', slots: ['wizard.payment'], links: ['/pay'], names: [] }],
    unknown: ['shell'],
  });
  expect(await of('mf-wizard')).toEqual({ ...nobody, routes: ['/'], unknown: ['shell', 'mf-checkout'] });
  expect((await of('shell')).dependents).toMatchObject([{ by: 'mf-wizard', names: ['react useState'] }]);
});
