import { randomBytes } from 'node:crypto';
import { chownSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { endFormerReceiver, openBackupFolder } from '@redress/backup';
import type { RunningCluster } from './rehearsal/running-cluster.ts';
import type { Figure } from './rehearsal/proof-page.ts';
import { serverAccount } from '@redress/database';
import { ask } from '../support/database.ts';
import type { Program } from '../support/program.ts';
import { until } from '../support/until.ts';
import { archiveTroubles } from './archive-troubles.ts';
import { startServer } from './database-server.ts';
import { lastLine, pick, POINT_LIMIT_MS, runOps } from './operator-commands.ts';

/** A user that may copy the server and nothing else, as docs/runbooks/backup.md makes it. */
async function backupUser(databaseUrl: string): Promise<string> {
  const url = new URL(databaseUrl);
  const password = randomBytes(12).toString('hex');
  await ask(databaseUrl, 'drop role if exists redress_backup');
  await ask(databaseUrl, `create role redress_backup login replication password '${password}' in role pg_monitor`);
  Object.assign(url, { username: 'redress_backup', password });
  return url.href;
}

export type Backups = Awaited<ReturnType<typeof createBackups>>;

/** The commands of an operator, with the variables of the cluster or of the new place. */
export async function createBackups({ layout, places }: RunningCluster, program: Program, folder: string) {
  const claims = layout.members.find(({ role }) => role === 'claims');
  const releases = layout.members.find(({ role }) => role === 'releases');
  const databaseUrl = claims?.environment['DATABASE_URL'] ?? '';
  const place = (name: string) => path.join(folder, name);
  mkdirSync(folder, { recursive: true });
  const environment: NodeJS.ProcessEnv = {
    ...process.env,
    ...releases?.environment,
    ...claims?.environment,
    BACKUP_DATABASE_URL: await backupUser(databaseUrl),
  };
  const port = layout.ports.https + 90;
  const newUrl = Object.assign(new URL(databaseUrl), { port: String(port) }).href;
  const without = [
    // Of the place that is lost: a file in it would win over what the new place is told.
    'SECRETS_DIR',
    'BACKUP_DATABASE_URL',
    // It leads to the database that is lost, and wins for jobs and for what an operator asks.
    'DATABASE_DIRECT_URL',
    'S3_URL',
    'S3_BUCKET',
    'S3_ACCESS_KEY_ID',
    'S3_SECRET_ACCESS_KEY',
    'RELEASES_URL',
    'CLAIMS_URL',
  ];
  const placeOf = (name: string): NodeJS.ProcessEnv => ({
    ...Object.fromEntries(Object.entries(environment).filter(([variable]) => !without.includes(variable))),
    DATABASE_URL: newUrl,
    DATA_DIR: place(name),
    KEYS_DIR: path.join(place(name), 'keys'),
  });
  const newEnvironment = placeOf('data');
  const backups = openBackupFolder(place('backups'));
  /** Empty, and of the account that runs the server. */
  const emptyFolder = (name: string): string => {
    const pgdata = place(name);
    mkdirSync(pgdata, { mode: 0o700 });
    const { uid, gid } = serverAccount();
    if (uid !== undefined && gid !== undefined) chownSync(pgdata, uid, gid);
    return pgdata;
  };
  const ops = (args: readonly string[], env: NodeJS.ProcessEnv) => runOps(args, env).ended;
  const from = ['--from', place('backups')];
  let archive: ReturnType<typeof runOps> | null = null;
  const newestPoint = () =>
    backups
      .chains()
      .map((chain) => backups.point(chain)?.until ?? '')
      .toSorted()
      .at(-1) ?? '';
  let oldest = 0;

  /** @returns what it said */
  const startArchive = async (everySeconds: number) => {
    const running = runOps(
      ['archive', '--init', '--to', place('backups'), '--every-seconds', String(everySeconds)],
      environment,
    );
    archive = running;
    await until(
      () => `a first point: ${running.said()}`,
      () => /is up to date/.test(running.said()) || running.child.exitCode !== null,
      { limitMs: POINT_LIMIT_MS },
    );
    if (running.child.exitCode !== null) throw new Error(running.said());
    oldest = 0;
    const looking = setInterval(() => (oldest = Math.max(oldest, Date.now() - new Date(newestPoint()).getTime())), 100);
    void running.ended.then(() => clearInterval(looking));
    return running.said;
  };
  /** Until everything that was there when this was called can be restored. */
  const untilPoint = async () => {
    const now = new Date().toISOString();
    await until(
      () => `a point: ${archive?.said()}`,
      () => newestPoint() > now,
      { limitMs: POINT_LIMIT_MS, everyMs: 20 },
    );
  };

  return {
    /** Folder of the server that is restored to the newest point. */
    pgdata: place('pgdata'),
    dataDir: place('data'),
    environment,
    newEnvironment,
    ops,
    startArchive,
    /** Reasons against a restore, read after the log was lost and after a failover. */
    archiveTroubles: (failover: () => Promise<unknown>, everySeconds: number) =>
      archiveTroubles({
        databaseUrl,
        backups,
        folder: place('backups'),
        endArchive: async () => {
          archive?.child.kill('SIGKILL');
          await archive?.ended;
        },
        startArchive: () => startArchive(everySeconds),
        untilPoint,
        failover,
      }),
    killArchive: () => void archive?.child.kill('SIGKILL'),
    /** How long ago the newest point was at the worst moment so far: what a loss then would have cost. */
    oldestPointMs: () => oldest,
    untilPoint,
    async restoreEverything() {
      const pgdata = emptyFolder('pgdata');
      const words = ['restore', ...from, '--pgdata', pgdata];
      // The first operator's command is killed while files are restored; a second one has begun beside it.
      const first = runOps(words, newEnvironment);
      await until('restored keys', () => /keys are restored/.test(first.said()) || first.child.exitCode !== null, {
        everyMs: 20,
      });
      // Stopped before it starts its PostgreSQL: after SIGKILL that server would go on running, and the next restore would be
      // refused while it does.
      first.child.kill('SIGSTOP');
      const second = await ops(words, newEnvironment);
      first.child.kill('SIGKILL');
      await first.ended;
      const begunAt = Date.now();
      const { code, output } = await ops(words, newEnvironment);
      if (code !== 0) throw new Error(output);
      return {
        begunAt,
        figures: [
          {
            what: 'a second operator who restores at the same time',
            measured: lastLine(second.output),
            limit: 'refused',
            isReached: second.code === 1 && /is using/.test(second.output),
          },
          {
            what: 'the command was killed and given again',
            measured: output.split('\n').find((line) => line.startsWith('Restored as of')) ?? lastLine(output),
            limit: 'whole',
            isReached:
              /cut off is begun again/.test(output) && /Every file that the database names is there/.test(output),
          },
        ],
      };
    },
    async restoreDatabaseAt({ at, before, after }: { at: Date; before: string; after: string }): Promise<Figure[]> {
      const pgdata = emptyFolder('pgdata-early');
      const words = ['restore', ...from, '--pgdata', pgdata, '--at', at.toISOString(), '--only', 'database,keys'];
      const { output } = await ops(words, placeOf('data-early'));
      const server = await startServer(pgdata, newUrl);
      try {
        const sql = 'select id from claims.form_session where id = any($1)';
        const rows = await ask<{ id: string }>(newUrl, sql, [[before, after]]);
        const found = rows.map(({ id }) => id);
        return [
          {
            what: 'the database at a time between two claims',
            measured: `${found.includes(before) ? 'the earlier is there' : 'the earlier is lost'}, ${found.includes(after) ? 'the later too' : 'the later is not'}`,
            limit: 'the earlier alone',
            isReached: found.length === 1 && found[0] === before,
          },
        ];
      } catch (error) {
        throw new Error(output, { cause: error });
      } finally {
        await server.stop();
      }
    },
    /** Two of them with folders of their own, as on two machines, and one bucket. */
    async twoOperators(): Promise<Figure[]> {
      // For s3rver a folder is a bucket.
      const bucket = path.join(places.folder, 's3', 'two-operators');
      mkdirSync(bucket, { recursive: true });
      const store = pick(environment, 'S3_URL', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY');
      const restoreAs = (name: string) =>
        runOps(['restore', ...from, '--pgdata', emptyFolder(`pgdata-${name}`)], {
          ...placeOf(`data-${name}`),
          ...store,
          S3_BUCKET: 'two-operators',
        });
      const first = restoreAs('first');
      try {
        await until(
          () => `restored keys: ${first.said()}`,
          () => /keys are restored/.test(first.said()) || first.child.exitCode !== null,
          { everyMs: 20 },
        );
        // Paused before it can complete, so that it holds the bucket when the second command begins.
        first.child.kill('SIGSTOP');
        const second = await restoreAs('second').ended;
        return [
          {
            what: 'a second operator, with folders of their own, who restores into the same bucket',
            measured: lastLine(second.output).replace(/on \S+ \(process/, 'on HOST (process'),
            limit: 'refused, with who holds it since when',
            isReached: second.code === 1 && /has bucket .* for restore since/.test(second.output),
          },
        ];
      } finally {
        first.child.kill('SIGKILL');
        await first.ended;
        rmSync(bucket, { recursive: true, force: true });
      }
    },
    async end() {
      archive?.child.kill('SIGTERM');
      await archive?.ended;
      await endFormerReceiver(backups.receiver);
      // Of an archive that was killed: it would keep the log for ever.
      await ask(
        databaseUrl,
        "select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = 'redress_backup' and not active",
      );
    },
  };
}
