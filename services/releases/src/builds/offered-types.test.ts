import { aRemote, aShell, useReleaseWorld } from '../testing/index.ts';
import { offeredTypes } from './offered-types.ts';

const world = useReleaseWorld();

const FILES = {
  'shell.js': 'self.shell=1',
  'loader.js': 'self.loaded=1',
  'shell.css': '.frame{}',
  'prerender/public.html': '<main><!--redress-outlet--></main>',
  'prerender/account.html': '<main><!--redress-outlet--></main>',
};
const types = JSON.stringify({
  files: { '@redress/ui/index.d.ts': "export * from './src/index.ts';\n" },
  slots: { 'wizard.order': { amountCents: 'a' } },
});

it('gives names, types and declarations of the shell that a channel serves, and of no later one', async () => {
  const change = (descriptor: ReturnType<typeof aShell>['descriptor']) => {
    descriptor.offers = { '@redress/ui': ['Button'] };
    descriptor.types = { shared: { '@redress/ui': { Button: { '': 'a' } } }, slots: {} };
  };
  await world.release(aShell({ files: { ...FILES, 'types.json': types }, change }), aRemote());
  await world.publish(aShell({ buildId: '5e12' }));
  expect(await offeredTypes(world.core, 'production')).toMatchObject({
    number: 1,
    shell: { version: '1.0.0', buildId: '5e1100000000' },
    contracts: '1.2.0',
    names: { '@redress/ui': ['Button'] },
    types: { '@redress/ui': { Button: { '': 'a' } }, '@redress/contracts': { 'wizard.order': { amountCents: 'a' } } },
    files: { '@redress/ui/index.d.ts': expect.any(String) },
  });
});

it('says so when the shell was built without them, and when there is none', async () => {
  await expect(offeredTypes(world.core, 'production')).rejects.toMatchObject({ code: 'CHANNEL_EMPTY' });
  await world.release(aShell(), aRemote());
  await expect(offeredTypes(world.core, 'production')).rejects.toMatchObject({ code: 'TYPES_MISSING' });
});
