import { readdirSync } from 'node:fs';
import path from 'node:path';
import { ledgerKey } from '../blobs/build-files.ts';
import { aReleaseWorld, aRemote, aShell, type ReleaseWorld } from '../testing/index.ts';
import { createArchive, parseEntry, readArchived, type ArchivedEntry } from './archive.ts';
import { rebuildReleases } from './rebuild.ts';

let world: ReleaseWorld;
beforeEach(async () => void (world = await aReleaseWorld()));
afterEach(() => world.close());

it('keeps entries aside that another life of the database had written, and goes on with those of this one', async () => {
  const { blobs } = world.core;
  await world.release(aShell(), aRemote());
  await createArchive(world.core).copyAll();
  // The store was away while an older database went on by itself: from entry 2 on the two differ.
  const other = { hash: '0'.repeat(64), entry: JSON.stringify({ seq: 2, action: 'rollback', detail: {} }) };
  const bytes = Buffer.from(JSON.stringify(other));
  await blobs.replace(ledgerKey(2), bytes);
  const [last] = await world.core.db.selectFrom('releases.ledger').selectAll().orderBy('seq', 'desc').execute();
  for (let seq = 3; seq <= last!.seq + 2; seq += 1) await blobs.replace(ledgerKey(seq), bytes);

  expect(await rebuildReleases(world.core)).toBeNull();
  await createArchive(world.core).copyAll();
  const stored = await readArchived<ArchivedEntry>(blobs, ledgerKey(2));
  expect(parseEntry(stored!)).toMatchObject({ seq: 2, action: 'publish' });
  expect(await readArchived(blobs, ledgerKey(last!.seq + 1))).toBeNull();
  const aside = readdirSync(path.join(world.dataDir, 'builds/ledger')).filter((name) => name.startsWith('2-'));
  expect(aside).toHaveLength(1);
  expect(await readArchived(blobs, `ledger/${aside[0]}`)).toEqual(other);
});
