import {
  createTestDatabase,
  startDatabaseProxy,
  type DatabaseProxy,
  type TestDatabase,
} from '@redress/database/testing';
import { NOTIFY_CHANNEL } from '../channels/channel-change.ts';
import { listenForChanges } from './change-listener.ts';

let test: TestDatabase;
let proxy: DatabaseProxy;
beforeEach(async () => {
  test = await createTestDatabase();
  proxy = await startDatabaseProxy(test.url);
});
afterEach(async () => {
  proxy.close();
  await test.drop();
});

/** @returns waits for the next change; `null` after each connection */
function listen() {
  const heard: unknown[] = [];
  let wake = () => {};
  const stop = listenForChanges(proxy.url, {
    onChange(change) {
      heard.push(change);
      wake();
    },
    log: () => {},
    askMs: 20,
    answerLimitMs: 200,
  });
  const next = async () => {
    while (heard.length === 0) await new Promise<void>((resolve) => (wake = resolve));
    return heard.shift();
  };
  return { next, stop };
}

it('hears changes again after its connection was lost without a word', async () => {
  const { next, stop } = listen();
  expect(await next()).toBeNull();
  proxy.forget();
  expect(await next()).toBeNull();
  const change = { channel: 'production', number: 7 };
  const say = () => test.database.pool.query('select pg_notify($1, $2)', [NOTIFY_CHANNEL, JSON.stringify(change)]);
  await say();
  let heard = await next();
  // A busy machine answers later than the limit: then there is another connection, and what was said before is not heard.
  for (; heard === null; heard = await next()) await say();
  expect(heard).toEqual(change);
  await stop();
});

it('stops although the other side of its connection says nothing', async () => {
  const { next, stop } = listen();
  await next();
  proxy.forget();
  await stop();
});
