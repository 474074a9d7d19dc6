import type pg from 'pg';
import { createCommitGate } from './commit-gate.ts';
import { describeDatabaseError } from './errors.ts';

/** A connection to a server on which so many commits wait for a replica. `npm run cluster -- drill faults replica` has a real one. */
function aConnection(server: { standing: number }) {
  const sent: string[] = [];
  const client = {
    query(text: string, ...rest: unknown[]) {
      const isQuestion = text.includes('SyncRep');
      sent.push(isQuestion ? 'how many stand?' : text);
      const answer = { rowCount: isQuestion ? server.standing : 1 };
      const callback = rest.at(-1);
      return typeof callback === 'function' ? void callback(null, answer) : Promise.resolve(answer);
    },
  };
  // The gate uses `query` alone.
  return { sent, client: client as unknown as pg.ClientBase };
}

it('sends nothing that would wait behind a commit that stands, and reads', async () => {
  const server = { standing: 1 };
  const { sent, client } = aConnection(server);
  const gate = createCommitGate();
  gate.guard(client);
  await client.query('commit');
  gate.suspect();
  for (const text of [
    'commit',
    'insert into t values (1)',
    'with a as (select 1) update t set n = 2',
    'delete from t',
    'begin; update t set n = 3; commit;',
  ]) {
    const error = await client.query(text).catch((thrown: unknown) => thrown);
    expect(describeDatabaseError(error).kind).toBe('unavailable');
  }
  const refused = new Promise((resolve) => client.query('update t set n = 1', [], (error) => resolve(error)));
  expect(describeDatabaseError(await refused).kind).toBe('unavailable');
  for (const text of ['select 1', 'begin', 'rollback']) await client.query(text);
  const question = 'how many stand?';
  expect(sent).toEqual(['commit', ...Array.from({ length: 6 }, () => question), 'select 1', 'begin', 'rollback']);
});

it('lets everything through again, and asks no more, once no commit stands', async () => {
  const { sent, client } = aConnection({ standing: 0 });
  const gate = createCommitGate();
  gate.guard(client);
  gate.suspect();
  await client.query('insert into t values (1)');
  await client.query('commit');
  expect(sent).toEqual(['how many stand?', 'insert into t values (1)', 'commit']);
});
