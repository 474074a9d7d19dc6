import type { Db } from '../platform/database.ts';
import type {} from '../shared/letters/letter-gate-tables.ts';
import { operator, recordAct, when, type Printed } from './operator.ts';

export interface StoppedSentencesDeps {
  db: Db;
  now: () => Date;
}

/**
 * Sentences stopped as threats that their claimants call facts. The one place where an operator reads words of a claim:
 * they cannot be judged unread.
 */
export function createStoppedSentences({ db, now }: StoppedSentencesDeps) {
  async function decide(id: string, verdict: 'fact' | 'threat', reason: string): Promise<Printed> {
    const at = now();
    return db.transaction().execute(async (trx) => {
      const look = await trx
        .updateTable('sentence_look')
        .set({ state: verdict, decided_at: at, decided_by: operator().id, reason })
        .where('id', '=', id)
        .where('state', 'in', ['asked', 'fact', 'threat'])
        .returning('id')
        .executeTakeFirst();
      if (!look) throw new Error(`There is no open question about sentence ${id}.`);
      await recordAct(trx, at, { kind: `sentence.found-${verdict}`, subject: { kind: 'sentence-look', id }, reason });
      return [
        verdict === 'fact' ? 'Recorded as a fact, no threat: it may be mailed.' : 'Recorded as a threat: it stays out.',
      ];
    });
  }

  return {
    async list(): Promise<Printed> {
      const rows = await db
        .selectFrom('sentence_look')
        .select(['id', 'asked_at', 'sentence'])
        .where('state', '=', 'asked')
        .orderBy('asked_at')
        .limit(200)
        .execute();
      if (rows.length === 0) return ['No sentence waits for a review.'];
      return [
        'since\tid\tsentence',
        ...rows.map(({ id, asked_at, sentence }) => [when(asked_at), id, sentence.replace(/\s+/gu, ' ')].join('\t')),
      ];
    },
    fact: (id: string, reason: string) => decide(id, 'fact', reason),
    threat: (id: string, reason: string) => decide(id, 'threat', reason),
  };
}
