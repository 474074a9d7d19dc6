/** One API process for `measure-model.ts`: prints its address and who may call it, and says what it needed. */
import { accountsOf } from './asked.ts';
import { withService } from './service.ts';

const PEOPLE = 64;
const [url = '', port = '', first = ''] = process.argv.slice(2);

await withService(url, async (service) => {
  const { app, database } = service;
  await app.listen({ port: Number(port), host: '127.0.0.1' });
  const accounts = await accountsOf(
    service,
    Array.from({ length: PEOPLE }, (_, index) => Number(first) + index * 7),
  );
  const people = [];
  for (const { id, cookie } of accounts) {
    const { rows } = await database.pool.query<{ id: string }>(
      `update claims.form_session set paid_at = null, completed_at = null where id = (
         select id from claims.form_session where user_id = $1 order by created_at desc limit 1) returning id`,
      [id],
    );
    if (rows[0]) people.push({ cookie, sessionId: rows[0].id });
  }
  const over = new Promise<void>((resolve) => {
    // The load tool failed or was ended.
    process.once('disconnect', resolve);
    process.on('message', (message) => {
      if (message === 'stop') resolve();
      const { user, system } = process.cpuUsage();
      process.send?.({ cpuSeconds: (user + system) / 1e6, rss: process.memoryUsage().rss });
    });
  });
  process.send?.({ people });
  await over;
});
if (process.connected) process.disconnect();
