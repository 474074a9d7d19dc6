import { createHash, randomBytes } from 'node:crypto';
import type { FederatedPerson } from '@redress/server/openid';
import type { ExpressionBuilder } from 'kysely';
import type { Actor } from '../http/actor.ts';
import { appendToLedger, lockLedger } from '../ledger/ledger.ts';
import { ReleaseRefusal } from '../refusal.ts';
import { changeRows, removeRows, rowsWith } from '../store/rows.ts';
import type { Db, PersonRow, ReleaseTables, Trx } from '../store/schema.ts';
import { actorOfPerson } from './holder.ts';

/** Of a session nobody uses; the console asks by itself while it is looked at. */
export const IDLE_MS = 60 * 60_000;
/** Then people sign in again, whatever they do. */
export const LONGEST_MS = 12 * 60 * 60_000;
/** A session's last call is noted once in so long, not with each call. */
const NOTED_MS = 60_000;

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

export const isInForce = (now: Date) => (where: ExpressionBuilder<ReleaseTables, 'releases.session'>) =>
  where.and([where('expires_at', '>', now), where('seen_at', '>', new Date(now.getTime() - IDLE_MS))]);

export type Entered = { actor: Actor; secret: string } | { refused: 'unknown' | 'unverified' };

/** Sessions of people, on the server: a cookie holds a secret, the table its hash. */
export function createSessions(db: Db, now: () => Date) {
  /** Whoever the provider names by its subject; an invitation is taken once, by an address that the provider has checked. */
  async function recognise(trx: Trx, who: FederatedPerson): Promise<PersonRow | 'unknown' | 'unverified'> {
    const { issuer, subject, emailVerified } = who;
    const people = trx.selectFrom('releases.person').selectAll().where('ended_at', 'is', null).forUpdate();
    const known = await people.where('issuer', '=', issuer).where('subject', '=', subject).executeTakeFirst();
    if (known) return known;
    // Before the row is locked, as every act on people does it.
    await lockLedger(trx);
    const email = who.email?.trim().toLowerCase() ?? '';
    if (!emailVerified || email === '') return 'unverified';
    const invited = await people.where('email', '=', email).where('invited_until', '>', now()).executeTakeFirst();
    if (!invited) return 'unknown';
    const { handle } = invited;
    await changeRows(trx, 'person', { handle }, { issuer, subject, email: null, invited_until: null });
    const actor = actorOfPerson(invited);
    await appendToLedger(trx, { actor, action: 'person-join', subject: `@${handle}`, detail: { issuer }, now: now() });
    return invited;
  }

  return {
    /** A new secret for every sign-in. @param former - of the session that the browser had: it ends */
    enter: (who: FederatedPerson, former: string | null): Promise<Entered> =>
      db.transaction().execute(async (trx) => {
        const row = await recognise(trx, who);
        if (typeof row === 'string') return { refused: row };
        const secret = randomBytes(32).toString('base64url');
        const at = now();
        await trx
          .deleteFrom('releases.session')
          .where(({ or, eb, not }) => or([not(isInForce(at)(eb)), eb('hash', '=', hashOf(former ?? ''))]))
          .execute();
        await trx
          .insertInto('releases.session')
          .values({
            hash: hashOf(secret),
            handle: row.handle,
            created_at: at,
            seen_at: at,
            expires_at: new Date(at.getTime() + LONGEST_MS),
          })
          .execute();
        return { actor: actorOfPerson(row), secret };
      }),

    /** @throws {ReleaseRefusal} `TOKEN_UNKNOWN` when the session or its person has ended */
    async actorOf(secret: string): Promise<Actor> {
      const at = now();
      const hash = hashOf(secret);
      const session = await rowsWith(db, 'session', { hash }).where(isInForce(at)).executeTakeFirst();
      const row =
        session && (await rowsWith(db, 'person', { handle: session.handle, ended_at: null }).executeTakeFirst());
      if (!row) throw new ReleaseRefusal('TOKEN_UNKNOWN', 'You are signed out.');
      if (at.getTime() - session.seen_at.getTime() > NOTED_MS)
        await changeRows(db, 'session', { hash }, { seen_at: at });
      return actorOfPerson(row);
    },

    end: async (secret: string): Promise<void> => {
      await removeRows(db, 'session', { hash: hashOf(secret) });
    },
  };
}
export type Sessions = ReturnType<typeof createSessions>;
