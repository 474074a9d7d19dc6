import { readdirSync } from 'node:fs';
import path from 'node:path';
import { ledgerKey } from '../blobs/build-files.ts';
import { hashOfEntry, ledgerHead } from '../ledger/ledger.ts';
import { aRemote, aShell, useReleaseWorld } from '../testing/index.ts';
import { createArchive, parseEntry, readArchived } from './archive.ts';
import { rebuildReleases } from './rebuild.ts';

const world = useReleaseWorld();

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
  const stored = await readArchived(blobs, 2);
  expect(parseEntry(stored!)).toMatchObject({ seq: 2, action: 'publish' });
  expect(await readArchived(blobs, last!.seq + 1)).toBeNull();
  const aside = readdirSync(path.join(world.dataDir, 'builds/ledger')).filter((name) => name.startsWith('2-'));
  expect(aside).toHaveLength(1);
  expect(JSON.parse((await blobs.get(`ledger/${aside[0]}`))!.toString('utf8'))).toEqual(other);
});

it('gives nobody a right that only the store tells of', async () => {
  const { core } = world;
  const row = { name: 'Bo Ray', name_key: 'bo ray', role: 'reader', created_at: core.now() };
  await core.db
    .insertInto('releases.person')
    .values({ ...row, handle: 'bo' })
    .execute();
  await world.release(aShell());
  await createArchive(core).copyAll();
  // Whoever can write to the store can follow its hashes.
  const { seq, hash } = (await ledgerHead(core.db))!;
  const raised = {
    actor: 'x',
    role: 'system',
    action: 'person-change',
    subject: '@bo',
    detail: { role: 'key-holder' },
  };
  const entry = JSON.stringify({
    seq: seq + 1,
    at: '2026-11-28T00:00:00.000Z',
    ...raised,
    reason: null,
    previous: hash,
  });
  await core.blobs.replace(ledgerKey(seq + 1), Buffer.from(JSON.stringify({ hash: hashOfEntry(entry), entry })));
  expect(await rebuildReleases(core)).toMatchObject({ known: seq, entries: 1 });
  expect(await core.db.selectFrom('releases.person').select('role').execute()).toEqual([{ role: 'reader' }]);
});
