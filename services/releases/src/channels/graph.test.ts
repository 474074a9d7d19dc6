import { aReleaseWorld, aRemote, aShell, MANAGER, type ReleaseWorld } from '../testing/index.ts';
import { readGraph } from './graph.ts';

let world: ReleaseWorld;
beforeEach(async () => void (world = await aReleaseWorld()));
afterEach(() => world.close());

it('reads from the builds of a channel who draws, fills, links and shares what, and what closes with each remote', async () => {
  expect(await readGraph(world.core, 'production')).toMatchObject({ number: 0, nodes: [], packages: [] });
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
  await world.core.channels.switchOff('production', 'mf-checkout', MANAGER, 'fire');
  const graph = await readGraph(world.core, 'production');
  expect(graph.nodes.map(({ name, isOff, draws }) => [name, isOff, draws])).toEqual([
    ['shell', false, null],
    ['mf-checkout', true, null],
    ['mf-wizard', false, ['wizard.lost', 'wizard.payment']],
  ]);
  expect(graph.slots).toEqual([
    { name: 'wizard.lost', filledBy: null, drawnBy: ['mf-wizard'] },
    { name: 'wizard.payment', filledBy: 'mf-checkout', drawnBy: ['mf-wizard'] },
  ]);
  expect(graph.packages.find(({ name }) => name === 'react')).toMatchObject({
    provided: '19.3.1',
    users: [
      { name: 'mf-checkout', names: null },
      { name: 'mf-wizard', names: ['useState'] },
    ],
  });
  expect(graph.ifOff).toEqual([
    {
      name: 'mf-checkout',
      routes: ['/pay'],
      slots: [{ name: 'wizard.payment', pagesOf: ['mf-wizard'] }],
      linkedFrom: ['mf-wizard'],
    },
    { name: 'mf-wizard', routes: ['/'], slots: [], linkedFrom: [] },
  ]);
});
