import type { NoticeFacts } from '@redress/contracts/release-api';
import type { Db } from '../store/schema.ts';

/** What was told of a build that fails, and is not over. */
export interface OpenFailing {
  remote: string;
  buildId: string;
  facts: NoticeFacts;
  toldAt: Date;
}

/** More than these are of builds that have long gone. */
const MOST = 500;

/** What people were told of builds of a channel that fail. */
export async function readFailing(db: Db, channel: string) {
  const rows = await db
    .selectFrom('releases.notice')
    .select(['kind', 'remote', 'facts', 'created_at'])
    .where('channel', '=', channel)
    .where('kind', 'in', ['failing', 'failing-over'])
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute();
  const open = new Map<string, OpenFailing>();
  const ended = new Map<string, number>();
  for (const { kind, remote, facts, created_at: toldAt } of rows.toReversed()) {
    const buildId = facts.buildId ?? '';
    const key = `${remote} ${buildId}`;
    if (kind === 'failing') open.set(key, { remote: remote ?? '', buildId, facts, toldAt });
    else {
      open.delete(key);
      ended.set(key, (ended.get(key) ?? 0) + 1);
    }
  }
  return {
    open: [...open.values()],
    /** How often a failing of this build was told to be over: the next one is another. */
    ended: (remote: string, buildId: string) => ended.get(`${remote} ${buildId}`) ?? 0,
  };
}
