import type { RegisteredPerson } from '@redress/contracts/release-api';
import { bound } from '@redress/server/bound';
import { asRole, assertTeamFits, systemActor, type Actor } from '../http/actor.ts';
import { appendToLedger, inTurn } from '../ledger/ledger.ts';
import { ReleaseRefusal } from '../refusal.ts';
import type { ReleaseCore } from '../release-core.ts';
import type { InputOf, Operation } from '../release-operations.ts';
import { changeRows, putRow, removeRows, rowsWith } from '../store/rows.ts';
import type { Db, PersonRow, Trx } from '../store/schema.ts';
import { personKey } from './same-person.ts';
import { isInForce } from './sessions.ts';
import { endPersonRow, endTokensBeyond, findByName } from './token-bounds.ts';

/** An invitation that nobody took is worth nothing after this. */
export const INVITATION_MS = 14 * 86_400_000;

function assertKeyHolder({ name, role }: Actor): void {
  if (role === 'key-holder' || role === 'system') return;
  throw new ReleaseRefusal('NOT_ALLOWED', `${name} is not a key holder.`);
}

type Context = Pick<ReleaseCore, 'db' | 'now'>;

/** Locked: a sign-in of the same moment has been written, or finds what is decided here. */
async function rowOf(trx: Trx, handle: string): Promise<PersonRow> {
  const people = rowsWith(trx, 'person', { handle }).forUpdate();
  const row = await people.executeTakeFirst();
  if (!row || row.ended_at) throw new ReleaseRefusal('PERSON_UNKNOWN', `There is no person ${handle}.`);
  return row;
}

function stateOf(row: PersonRow, now: Date): RegisteredPerson['state'] {
  const { ended_at: ended, subject, invited_until: until } = row;
  if (ended) return 'ended';
  if (subject !== null) return 'joined';
  return until !== null && until > now ? 'invited' : 'lapsed';
}

async function read(from: Db, now: Date, { role }: Pick<Actor, 'role'>, handle?: string) {
  const rows = await from
    .selectFrom('releases.person')
    .selectAll()
    .$if(handle !== undefined, (query) => query.where('handle', '=', handle as string))
    .orderBy('handle')
    .execute();
  const sessions = await from.selectFrom('releases.session').selectAll().where(isInForce(now)).execute();
  const byHandle = Map.groupBy(sessions, (session) => session.handle);
  return rows.map((row): RegisteredPerson => {
    const own = byHandle.get(row.handle) ?? [];
    const seen = own.map(({ seen_at: at }) => at.toISOString()).sort();
    return {
      handle: row.handle,
      name: row.name,
      role: asRole(row.role) ?? 'reader',
      team: row.team,
      state: stateOf(row, now),
      email: role === 'key-holder' ? row.email : null,
      invitedUntil: row.subject === null ? (row.invited_until?.toISOString() ?? null) : null,
      createdAt: row.created_at.toISOString(),
      endedAt: row.ended_at?.toISOString() ?? null,
      sessions: own.length,
      seenAt: seen.at(-1) ?? null,
    };
  });
}

async function changed({ now }: Context, trx: Trx, actor: Actor, handle: string, tokensEnded: string[]) {
  const [person] = await read(trx, now(), actor, handle);
  return { person: person as RegisteredPerson, tokensEnded };
}

const signOut = (trx: Trx, handle: string): Promise<number> => removeRows(trx, 'session', { handle });

function note(
  { now }: Context,
  trx: Trx,
  actor: Actor,
  what: { action: string; handle: string; detail: Record<string, unknown>; reason?: string },
) {
  const { action, handle, detail, reason = null } = what;
  return appendToLedger(trx, { actor, action, subject: `@${handle}`, detail, reason, now: now() });
}

async function assertFree(trx: Trx, { email, handle }: { email: string; handle: string }): Promise<void> {
  const other = await rowsWith(trx, 'person', { email }).executeTakeFirst();
  if (other && other.handle !== handle)
    throw new ReleaseRefusal('PERSON_EXISTS', `@${other.handle} is invited by this e-mail address.`);
}

const invitation = (email: string, now: Date) => ({
  email,
  invited_until: new Date(now.getTime() + INVITATION_MS),
  issuer: null,
  subject: null,
});

const list = ({ db, now }: Context, actor: Actor) => read(db, now(), actor);

const add: Operation<Context, 'addPerson'> = async (context, { handle, name, email, role, team }, actor) => {
  const { now } = context;
  assertKeyHolder(actor);
  assertTeamFits(role, team);
  return inTurn(context.db, async (trx) => {
    const [known, namesake] = [
      await rowsWith(trx, 'person', { handle }).executeTakeFirst(),
      await findByName(trx, name),
    ];
    // Whoever was ended comes back as who they were: plans and entries of the handle are theirs.
    if (known && (!known.ended_at || known.name_key !== personKey(name)))
      throw new ReleaseRefusal('PERSON_EXISTS', `@${handle} is ${known.name}.`);
    if (namesake && namesake.handle !== handle)
      throw new ReleaseRefusal('PERSON_EXISTS', `${namesake.name} is @${namesake.handle}.`);
    await assertFree(trx, { email, handle });
    const row = { name, name_key: personKey(name), role, team, ended_at: null, ...invitation(email, now()) };
    await putRow(trx, 'person', { handle }, row, { created_at: now() });
    const tokensEnded = await endTokensBeyond(trx, { name, role, team });
    await note(context, trx, actor, { action: 'person-add', handle, detail: { name, role, team, tokensEnded } });
    return changed(context, trx, actor, handle, tokensEnded);
  });
};

const change: Operation<Context, 'changePerson'> = async (context, asked, actor) => {
  assertKeyHolder(actor);
  const { now } = context;
  const { handle, email, reason } = asked;
  return inTurn(context.db, async (trx) => {
    const before = await rowOf(trx, handle);
    const role = asked.role ?? asRole(before.role) ?? 'reader';
    const team = asked.team === undefined ? (role === 'developer' ? before.team : null) : asked.team;
    assertTeamFits(role, team);
    if (email !== undefined) await assertFree(trx, { email, handle });
    const invited = email === undefined ? {} : invitation(email, now());
    await changeRows(trx, 'person', { handle }, { role, team, ...invited });
    await signOut(trx, handle);
    const tokensEnded = await endTokensBeyond(trx, { name: before.name, role, team });
    const was = { role: before.role, team: before.team };
    const detail = { name: before.name, role, team, was, isInvitedAnew: email !== undefined, tokensEnded };
    await note(context, trx, actor, { action: 'person-change', handle, detail, reason });
    return changed(context, trx, actor, handle, tokensEnded);
  });
};

const end: Operation<Context, 'endPerson'> = async (context, { handle, reason }, actor) => {
  assertKeyHolder(actor);
  return inTurn(context.db, async (trx) => {
    const { name } = await rowOf(trx, handle);
    await signOut(trx, handle);
    const tokensEnded = await endPersonRow(trx, { handle, name, at: context.now() });
    await note(context, trx, actor, { action: 'person-end', handle, detail: { name, tokensEnded }, reason });
    return changed(context, trx, actor, handle, tokensEnded);
  });
};

const endSessions: Operation<Context, 'endSessions'> = async (context, { handle }, actor) => {
  if (actor.name !== `@${handle}`) assertKeyHolder(actor);
  return inTurn(context.db, async (trx) => {
    await rowOf(trx, handle);
    const ended = await signOut(trx, handle);
    await note(context, trx, actor, { action: 'person-sign-out', handle, detail: { ended } });
    return { ended };
  });
};

/**
 * People who may sign in. Who somebody is, the provider says; what they may do stands here, set by key holders. Each act
 * holds the ledger's lock, so that no token or person of the same name comes in between.
 */
export const createPeople = (db: Db, now: () => Date) => bound({ db, now }, { list, add, change, end, endSessions });

/** An account of the sandbox's provider, and what it may do. */
export type Operator = InputOf<'addPerson'>;

/** On a machine of one's own people can sign in without anybody inviting them first. Done once: whoever is ended stays so. */
export async function inviteOperators(db: Db, now: () => Date, operators: readonly Operator[]): Promise<void> {
  if (operators.length === 0) return;
  const known = await db.selectFrom('releases.person').select('handle').limit(1).executeTakeFirst();
  if (known) return;
  for (const operator of operators) await createPeople(db, now).add(operator, systemActor('start'));
}
