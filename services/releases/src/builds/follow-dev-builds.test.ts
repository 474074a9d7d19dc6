import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { aRemote, aShell, useReleaseWorld } from '../testing/index.ts';
import { followDevBuilds } from './follow-dev-builds.ts';

const world = useReleaseWorld();

it('serves the rebuild that is offered while files of the one before are read, and warns of nothing', async () => {
  await world.release(aShell(), aRemote());
  const [early, late] = [aRemote({ buildId: 'b' }), aRemote({ buildId: 'c' })];
  let offered = early;
  const server = createServer(({ url = '' }, response) => {
    if (url === '/events') return void response.write('event: built\ndata: 1\n\n');
    // Saved again between the list of the files and the files.
    if (url === '/entry.js') offered = late;
    response.end(url === '/build.json' ? offered.payload : offered.files[url.slice(1)]);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const said: string[] = [];
  const stop = followDevBuilds(world.core, 'production', [{ name: 'mf-wizard', url }], (line) => said.push(line));
  while (said.length === 0 && (await world.core.channels.current('production'))?.number === 1)
    await new Promise((resolve) => setImmediate(resolve));
  stop();
  server.closeAllConnections();
  server.close();
  expect(said).toEqual([]);
  expect((await world.serving()).remotes['mf-wizard']?.current.buildId).toBe(late.descriptor.buildId);
});
