import { sql } from 'kysely';
import { listenForChanges } from '../store/change-listener.ts';
import { releaseOperations } from '../operations.ts';
import { aReleaseWorld, MANAGER } from '../testing/index.ts';
import { createActNews } from './act-news.ts';
import { appendToLedger } from './ledger.ts';

it('an act that another program enters wakes whoever waits, and so does a lost connection', async () => {
  const { core, databaseUrl, clock, close } = await aReleaseWorld();
  const news = createActNews();
  const listening = Promise.withResolvers<void>();
  const stop = listenForChanges(databaseUrl, { onChange: () => listening.resolve(), onAct: news.tell, log: () => {} });
  try {
    await listening.promise;
    const acted = news.next(60_000);
    await core.db
      .transaction()
      .execute((trx) =>
        appendToLedger(trx, { actor: MANAGER, action: 'freeze', subject: 'production', now: clock.now }),
      );
    await acted.came;
    const cut = news.next(60_000);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'redress-releases-listen' and datname = current_database()`.execute(core.db);
    await cut.came;
  } finally {
    await stop();
    await close();
  }
});

it('a wait that is over leaves nothing behind', async () => {
  const news = createActNews();
  const wait = news.next(60_000);
  wait.forget();
  await expect(wait.came).resolves.toBeUndefined();
});

it('a question that the database does not answer leaves no wait behind', async () => {
  const { core, close } = await aReleaseWorld();
  await close();
  let forgotten = 0;
  const operations = releaseOperations(core, {
    served: (channel) => Promise.resolve({ channel, number: null, sites: [] }),
    acts: { next: () => ({ came: Promise.resolve(), forget: () => void (forgotten += 1) }) },
  });
  await expect(operations.changes({ after: 0, waitSeconds: 25 }, MANAGER)).rejects.toThrow();
  expect(forgotten).toBe(1);
});
