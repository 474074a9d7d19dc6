import { releaseEndpoints, type ReleaseEndpoint, type ReleaseEndpointName } from '@redress/contracts/release-api';
import type { Actor } from './http/actor.ts';
import { aReleaseWorld, aRemote, aShell, MANAGER, operationsOf, type ReleaseWorld } from './testing/index.ts';

let world: ReleaseWorld;
beforeAll(async () => {
  world = await aReleaseWorld();
  await world.release(aShell(), aRemote());
});
afterAll(() => world.close());

const fieldsOf = ({ query, body }: ReleaseEndpoint): string[] => {
  const def = (query ?? body)?._zod.def as { shape?: object } | undefined;
  return Object.keys(def?.shape ?? {});
};
const names = (Object.keys(releaseEndpoints) as ReleaseEndpointName[]).filter((name) =>
  fieldsOf(releaseEndpoints[name]).includes('channel'),
);

// The second is a name that every object of JavaScript inherits.
const absent = names.flatMap((name) => [[name, 'nowhere'] as const, [name, 'constructor'] as const]);

it.each(absent)('%s refuses a channel that does not exist: %s', async (name, channel) => {
  const operations = operationsOf(world.core);
  const at = (hours: number) => new Date(world.clock.now.getTime() + hours * 3_600_000).toISOString();
  const input = {
    channel,
    remote: 'mf-wizard',
    builds: [{ name: 'mf-wizard', build: 'a' }],
    reason: 'r',
    id: 1,
    limit: 5,
    at: at(1),
    from: at(1),
    until: at(2),
  };
  const operation = operations[name] as unknown as (input: object, actor: Actor) => Promise<unknown>;
  await expect(operation(input, MANAGER)).rejects.toMatchObject({ code: 'CHANNEL_UNKNOWN' });
});
