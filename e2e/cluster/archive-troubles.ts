/** Drill of the archive of the database's log: a lost log, a fault that only a person can mend, a failover; what it says, and its recovery. */
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { endFormerReceiver, type openBackupFolder } from '@redress/backup';
import type { Figure } from './rehearsal/proof-page.ts';
import { ask } from '../support/database.ts';
import { until } from '../support/until.ts';
import { POINT_LIMIT_MS } from './operator-commands.ts';

export interface Troubled {
  databaseUrl: string;
  backups: ReturnType<typeof openBackupFolder>;
  /** Of the backups. */
  folder: string;
  endArchive(): Promise<void>;
  /** @returns what it said */
  startArchive(): Promise<() => string>;
  untilPoint(): Promise<void>;
  failover(): Promise<unknown>;
}

/** Makes the server drop log that the archive has not received: the archive is ended, its slot removed, nothing is kept. */
async function loseLog({ databaseUrl, backups, endArchive }: Troubled): Promise<void> {
  await endArchive();
  await endFormerReceiver(backups.receiver);
  const logs = Array.from({ length: 4 }, () => [
    "select pg_logical_emit_message(false, 'drill', 'x')",
    'select pg_switch_wal()',
    'checkpoint',
  ]);
  for (const sql of [
    "select pg_drop_replication_slot('redress_backup')",
    "alter system set wal_keep_size = '0'",
    'select pg_reload_conf()',
    ...logs.flat(),
    'alter system reset wal_keep_size',
    'select pg_reload_conf()',
  ])
    await ask(databaseUrl, sql);
}

/** What the archive says while something is wrong that only a person can mend, and whether it receives log meanwhile. */
async function standsStill(
  { databaseUrl, folder }: Troubled,
  what: 'marked away' | 'any standby',
  said: () => string,
): Promise<Pick<Figure, 'measured' | 'isReached'>> {
  const firstOf = async (sql: string) => (await ask<Record<string, string>>(databaseUrl, sql))[0] ?? {};
  const mark = path.join(folder, 'redress-backups.json');
  const { standbys } = await firstOf("select current_setting('synchronous_standby_names') as standbys");
  const standbyNames = async (names: string) => {
    await ask(databaseUrl, `alter system set synchronous_standby_names = '${names}'`);
    await ask(databaseUrl, 'select pg_reload_conf()');
  };
  const before = said().length;
  const since = () => said().slice(before);
  await (what === 'any standby' ? standbyNames('*') : rename(mark, `${mark}.away`));
  await until(
    () => `a word: ${since()}`,
    () => since().includes('The archive stands still'),
    { limitMs: POINT_LIMIT_MS },
  );
  const line =
    since()
      .split('\n')
      .find((each) => each.includes('stands still')) ?? '';
  let receivers = '1';
  for (const limit = Date.now() + 10_000; receivers !== '0' && Date.now() < limit; await wait(100)) {
    const counted = await firstOf(
      "select count(*)::text as receivers from pg_stat_replication where application_name = 'pg_receivewal'",
    );
    receivers = counted['receivers'] ?? '1';
  }
  await (what === 'any standby' ? standbyNames(standbys ?? '') : rename(`${mark}.away`, mark));
  await until(
    () => `up to date again: ${since()}`,
    () => since().includes('is up to date'),
    { limitMs: POINT_LIMIT_MS },
  );
  return { measured: `${line.trim()} ${receivers} receivers`, isReached: receivers === '0' };
}

/** @returns figures: what the archive says and does after the log was lost, while it cannot go on, and after a failover */
export async function archiveTroubles(troubled: Troubled): Promise<Figure[]> {
  const { backups, startArchive, untilPoint, failover } = troubled;
  const before = backups.chains();
  await loseLog(troubled);
  const said = await startArchive();
  const after = backups.chains();
  const cut =
    said()
      .split('\n')
      .find((line) => line.includes('no longer has the log')) ?? 'nothing was said';
  const unsuited = [await standsStill(troubled, 'marked away', said), await standsStill(troubled, 'any standby', said)];
  const startedAt = Date.now();
  await failover();
  await untilPoint();
  const seconds = ((Date.now() - startedAt) / 1_000).toFixed(1);
  return [
    {
      what: 'the server has thrown away log that the archive lacks',
      measured: `${cut.trim()} ${after.length - before.length} new chain`,
      limit: 'a new chain by itself',
      isReached: /no longer has the log/.test(cut) && after.length === before.length + 1,
    },
    {
      what: 'the folder is not mounted, then synchronous_standby_names becomes *, while the archive runs',
      measured: unsuited.map(({ measured }) => measured).join('; '),
      limit: 'said, no log received meanwhile, goes on by itself',
      isReached: unsuited.every(({ isReached }) => isReached),
    },
    {
      what: 'a failover of the database while the archive runs',
      measured: `a new point ${seconds} s after it began, ${backups.chains().length === after.length ? 'in the same chain' : 'in a new chain'}`,
      limit: 'goes on by itself',
      isReached: true,
    },
  ];
}
