import { createHash, randomBytes } from 'node:crypto';
import type { TokenSummary } from '@redress/contracts/release-api';
import { bound } from '@redress/server/bound';
import { appendToLedger, inTurn } from '../ledger/ledger.ts';
import type { KeyFolder } from '../keys/key-folder.ts';
import { ReleaseRefusal } from '../refusal.ts';
import type { ReleaseCore } from '../release-core.ts';
import type { Operation } from '../release-operations.ts';
import { changeRows, removeRows, rowsWith } from '../store/rows.ts';
import type { Db, RowOf, Trx } from '../store/schema.ts';
import { wire } from '../store/wire.ts';
import { findByName, isWithin } from '../people/token-bounds.ts';
import { isSamePerson } from '../people/same-person.ts';
import { asRole, assertTeamFits, type Actor } from './actor.ts';

const DAY_MS = 86_400_000;
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Makes the tokens of the key folder valid, and ends those whose file is gone. The table holds hashes only. */
export async function syncTokens(db: Db, keys: KeyFolder, now: Date): Promise<void> {
  const files = keys.tokens().map(({ name, role, team, token }) => ({ hash: hashOf(token), name, role, team }));
  await db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('releases.token')
      .where('expires_at', 'is', null)
      .$if(files.length > 0, (query) =>
        query.where(
          'hash',
          'not in',
          files.map(({ hash }) => hash),
        ),
      )
      .execute();
    for (const row of files) {
      await trx
        .insertInto('releases.token')
        .values({ ...row, created_at: now, expires_at: null })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  });
}

/**
 * @param header - value of `Authorization`
 * @throws {ReleaseRefusal} `TOKEN_UNKNOWN`
 */
export async function actorOf(db: Db, header: string | undefined, now: Date): Promise<Actor> {
  const token = /^Bearer ([\w-]{20,100})$/.exec(header ?? '')?.[1];
  const row = token === undefined ? undefined : await rowsWith(db, 'token', { hash: hashOf(token) }).executeTakeFirst();
  const holder = row && holderOf(row, now);
  if (!holder) throw new ReleaseRefusal('TOKEN_UNKNOWN', 'This needs a release token.');
  return holder;
}

/**
 * Who holds the token of this name now.
 * @throws {ReleaseRefusal} `TOKEN_UNKNOWN` when it has ended, or was given to a person after `since`
 */
export async function tokenHolder(db: Db, name: string, { now, since }: { now: Date; since?: Date }): Promise<Actor> {
  const row = await rowsWith(db, 'token', { name }).executeTakeFirst();
  const isOther = since !== undefined && row !== undefined && row.person !== null && row.created_at > since;
  const holder = row && !isOther && holderOf(row, now);
  if (!holder) throw new ReleaseRefusal('TOKEN_UNKNOWN', `The token ${name} has ended.`);
  return holder;
}

function holderOf(row: Row, now: Date): Actor | null {
  const role = asRole(row.role);
  if (!role || (row.expires_at !== null && row.expires_at <= now)) return null;
  return { name: row.name, role, team: row.team, ...(row.person === null ? {} : { person: row.person }) };
}

type Row = Omit<RowOf<'token'>, 'hash'>;
const summaryOf = (row: Row): TokenSummary => ({ ...wire(row), role: asRole(row.role) ?? 'reader' });

type Context = Pick<ReleaseCore, 'db' | 'now'>;

const newToken = () => `rr_${randomBytes(24).toString('base64url')}`;
const until = ({ now }: Context, days: number) => new Date(now().getTime() + days * DAY_MS);

const rows = (from: Db, now: Date) =>
  from
    .selectFrom('releases.token')
    .select(['name', 'role', 'team', 'person', 'created_at', 'expires_at'])
    .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .orderBy('name');

// A token that leaked must not be a way to another of its person: only a session is.
const isOwn = ({ name: asking, person }: Actor, token: TokenSummary) =>
  asking === token.name || (asking.startsWith('@') && isSamePerson(person, token.person));

function assertMayChange(actor: Actor, token: TokenSummary): void {
  if (actor.role === 'key-holder' || actor.role === 'system' || isOwn(actor, token)) return;
  throw new ReleaseRefusal('NOT_ALLOWED', `${actor.name} is neither a key holder nor ${token.person ?? token.name}.`);
}

function note(
  { now }: Context,
  trx: Trx,
  actor: Actor,
  action: string,
  row: TokenSummary,
  reason: string | null = null,
) {
  const { name, role, team, person, expiresAt } = row;
  const detail = { role, team, person, expiresAt };
  return appendToLedger(trx, { actor, action, subject: name, detail, reason, now: now() });
}

async function ofPerson({ now }: Context, trx: Trx, name: string, actor: Actor): Promise<TokenSummary> {
  const row = await rows(trx, now()).where('name', '=', name).where('person', 'is not', null).executeTakeFirst();
  // Whether there is a token of that name is for those who may change it.
  if (!row && actor.role !== 'key-holder')
    throw new ReleaseRefusal('NOT_ALLOWED', `${actor.name} is neither a key holder nor ${name}.`);
  if (!row) throw new ReleaseRefusal('TOKEN_MISSING', `No person has a token named ${name}.`);
  const token = summaryOf(row);
  assertMayChange(actor, token);
  return token;
}

const list = async ({ db, now }: Context) => (await rows(db, now()).execute()).map(summaryOf);

const add: Operation<Context, 'addToken'> = async (context, { name, person, role, team, days }, actor) => {
  const { db, now } = context;
  if (actor.role !== 'key-holder') throw new ReleaseRefusal('NOT_ALLOWED', `${actor.name} is not a key holder.`);
  assertTeamFits(role, team);
  const token = newToken();
  return inTurn(db, async (trx) => {
    const registered = await findByName(trx, person);
    if (registered?.ended_at) throw new ReleaseRefusal('NOT_ALLOWED', `${registered.name} has ended.`);
    if (registered && !isWithin({ role, team }, registered)) {
      const may = [registered.role, registered.team].filter(Boolean).join(' of ');
      throw new ReleaseRefusal('NOT_ALLOWED', `${registered.name} is ${may}: a token of theirs is that, or a reader.`);
    }
    await trx.deleteFrom('releases.token').where('name', '=', name).where('expires_at', '<=', now()).execute();
    const row = {
      name,
      role,
      team,
      person: registered?.name ?? person,
      created_at: now(),
      expires_at: until(context, days),
    };
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('releases.token')
      .values({ hash: hashOf(token), ...row })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) throw new ReleaseRefusal('TOKEN_EXISTS', `There is a token named ${name}.`);
    await note(context, trx, actor, 'token-add', summaryOf(row));
    return { ...summaryOf(row), token };
  });
};

const rotate: Operation<Context, 'rotateToken'> = async (context, { name, days }, actor) => {
  const token = newToken();
  return inTurn(context.db, async (trx) => {
    const known = await ofPerson(context, trx, name, actor);
    const expires = until(context, days);
    await changeRows(trx, 'token', { name }, { hash: hashOf(token), expires_at: expires });
    const rotated = { ...known, expiresAt: expires.toISOString() };
    await note(context, trx, actor, 'token-rotate', rotated);
    return { ...rotated, token };
  });
};

const end: Operation<Context, 'endToken'> = async (context, { name, reason }, actor) => {
  await inTurn(context.db, async (trx) => {
    const known = await ofPerson(context, trx, name, actor);
    await removeRows(trx, 'token', { name });
    await note(context, trx, actor, 'token-end', known, reason);
  });
  return {};
};

/** Tokens of people: a table of hashes, so that one ends without a restart. */
export const createTokens = (db: Db, now: () => Date) => bound({ db, now }, { list, add, rotate, end });
