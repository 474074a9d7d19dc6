import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Database } from '@redress/database';
import { paidCase, startCaseWorld } from '../../src/testing/index.ts';

/** What one letter leaves behind. */
export interface Weight {
  /** Of how many it is the mean. */
  letters: number;
  rows: number;
  rowBytes: number;
  indexBytes: number;
  fileBytes: number;
}

const LETTERS = 8;
const DAYS = 12;
const STORY =
  'I lent Ivo Kern money in March. He promised to pay it back in June and has not answered my messages since. ';

interface TableSize {
  name: string;
  rows: number;
  bytes: number;
}

async function readTables({ pool }: Database): Promise<Map<string, TableSize>> {
  const { rows: names } = await pool.query<{ schema: string; name: string }>(
    "select schemaname as schema, tablename as name from pg_tables where schemaname in ('claims', 'claims_jobs')",
  );
  const found = new Map<string, TableSize>();
  for (const { schema, name } of names) {
    const { rows } = await pool.query<TableSize>(
      `select '${name}' as name, count(*) as rows, coalesce(sum(pg_column_size(t.*)), 0)::bigint as bytes from ${schema}.${name} t`,
    );
    if (rows[0]) found.set(name, rows[0]);
  }
  return found;
}

const bytesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);

/**
 * Letters through the whole product, from the draft to the delivery, and what they left.
 * @param large - the population: how many bytes of indexes a row of each table has when there are millions
 */
export async function lettersWeigh(large: Database): Promise<Weight> {
  const { rows: perRow } = await large.pool.query<{ name: string; bytes: number }>(
    `select relname as name, (pg_indexes_size(oid) / greatest(reltuples, 1))::float8 as bytes from pg_class
     where relkind = 'r' and relnamespace in ('claims'::regnamespace, 'claims_jobs'::regnamespace) and reltuples > 1000`,
  );
  const indexOf = new Map(perRow.map(({ name, bytes }) => [name, bytes]));
  const world = await startCaseWorld();
  try {
    const { database } = world.database;
    const { blobs } = world.claims.platform.config.providers;
    const folder = blobs.kind === 'files' ? blobs.folder : '';
    const before = await readTables(database);
    for (let index = 0; index < LETTERS; index += 1) {
      const letter = await paidCase(world, { claimDescription: STORY.repeat(12) });
      await letter.act('approve_and_send');
      await letter.act('send_now');
    }
    await world.runJobs({ includeDelayed: true });
    for (let day = 0; day < DAYS; day += 1) await world.pass(1);
    const weight: Weight = {
      letters: LETTERS,
      rows: 0,
      rowBytes: 0,
      indexBytes: 0,
      fileBytes: bytesIn(folder) / LETTERS,
    };
    for (const { name, rows, bytes } of (await readTables(database)).values()) {
      const added = (rows - (before.get(name)?.rows ?? 0)) / LETTERS;
      weight.rows += added;
      weight.rowBytes += (bytes - (before.get(name)?.bytes ?? 0)) / LETTERS;
      weight.indexBytes += added * (indexOf.get(name) ?? 0);
    }
    return weight;
  } finally {
    await world.stop();
  }
}
