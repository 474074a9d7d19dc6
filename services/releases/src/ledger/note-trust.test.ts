import type { SignedTrust } from '@redress/contracts/releases';
import type { KeyFolder } from '../keys/key-folder.ts';
import { parsePayload } from '../keys/trust.ts';
import { useReleaseWorld } from '../testing/index.ts';
import { noteTrust } from './note-trust.ts';

const world = useReleaseWorld();

const noted = () =>
  world.core.db
    .selectFrom('releases.trust_version')
    .select(['version', 'signed'])
    .orderBy('version', 'desc')
    .executeTakeFirstOrThrow();

it('notes the version of the document that it stores, also when another takes its place meanwhile', async () => {
  const { keys } = world.core;
  let added = 0;
  /** Another process changes the document after each look at it. */
  const thenChanged = <T>(look: () => T) => {
    const seen = look();
    keys.addTeams([`team-late-${(added += 1)}`]);
    return seen;
  };
  const changing: KeyFolder = {
    ...keys,
    trust: () => thenChanged(keys.trust),
    signedTrust: () => thenChanged(keys.signedTrust),
  };
  await noteTrust({ ...world.core, keys: changing });
  const { version, signed } = await noted();
  expect(parsePayload(JSON.parse(signed) as SignedTrust).version).toBe(version);
  await noteTrust(world.core);
  expect((await noted()).version).toBe(keys.trust().version);
});
