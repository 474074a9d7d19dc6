import type { Preview } from '@redress/contracts/release-api';
import { PREVIEW_ROUTES, type SignedSnapshot } from '@redress/contracts/releases';
import type { ExpressionBuilder } from 'kysely';
import { randomBytes } from 'node:crypto';
import { channelSettings } from '../channels/channel-settings.ts';
import { assertManages, assertMayPromote, type Actor } from '../http/actor.ts';
import { digestOf, newSecret } from '../keys/address-secret.ts';
import type { KeyFolder } from '../keys/key-folder.ts';
import { appendToLedger, inTurn } from '../ledger/ledger.ts';
import { ReleaseRefusal } from '../refusal.ts';
import { assertIsPerson, isAnother } from '../plans/plan-rules.ts';
import type { ReleaseCore } from '../release-core.ts';
import type { InputOf, Operation } from '../release-operations.ts';
import type { PreviewTarget } from './make-preview.ts';
import { removeRows } from '../store/rows.ts';
import type { Db, ReleaseTables, RowOf, Trx } from '../store/schema.ts';
import { wire } from '../store/wire.ts';

type Core = Pick<ReleaseCore, 'db' | 'channels' | 'now'>;

const HOUR_MS = 3_600_000;
/** Each is a whole snapshot: so many of a channel can be opened at once, and so many of them of one team. */
const MOST = 100;
const MOST_OF_TEAM = 20;

const SHOWN = [
  'id',
  'channel',
  'what',
  'actor',
  'reason',
  'created_at',
  'expires_at',
  'is_once',
  'opened_at',
  'team',
  'pull_request',
  'updated_at',
  'needs_confirmation',
  'person',
  'confirmed_by',
] as const;
type Shown = Pick<RowOf<'preview'>, (typeof SHOWN)[number]>;
function previewOf({ is_once: once, needs_confirmation: isToConfirm, person: _, ...row }: Shown): Preview {
  const waits = isToConfirm && row.confirmed_by === null;
  return { ...wire({ ...row, updated_at: row.updated_at ?? row.created_at }), once, waits };
}

const inForce = (db: Db, channel: string, now: Date) =>
  db
    .selectFrom('releases.preview')
    .select(SHOWN)
    .where('channel', '=', channel)
    .where('expires_at', '>', now)
    .orderBy('expires_at');

/** The next to end first. */
export const listPreviews = async ({ db, now }: Core, channel: string): Promise<Preview[]> =>
  (await inForce(db, channel, now()).execute()).map(previewOf);

/**
 * Takes away what has ended. What is counted stays so: the ledger is locked until the entry of what is made is in it.
 * @throws {ReleaseRefusal} `PREVIEW_LIMIT`
 */
async function makeRoom(
  trx: Trx,
  { channel, team, at }: { channel: string; team: string | null; at: Date },
): Promise<void> {
  await trx.deleteFrom('releases.preview').where('expires_at', '<=', at).execute();
  const open = await inForce(trx, channel, at).execute();
  if (open.length >= MOST) throw new ReleaseRefusal('PREVIEW_LIMIT', `${channel} has ${MOST} previews already.`);
  if (team !== null && open.filter((row) => row.team === team).length >= MOST_OF_TEAM)
    throw new ReleaseRefusal('PREVIEW_LIMIT', `${team} has ${MOST_OF_TEAM} previews on ${channel} already.`);
}

/**
 * @param wanted.what - what the person saw: a push of a pull request puts other builds behind the same number
 * @throws {ReleaseRefusal} `PREVIEW_UNKNOWN`, `CHANGED_MEANWHILE`, `NOT_ALLOWED` unless it is another person, of the team or a
 * release manager; a release manager alone for what a token of nobody made
 */
export const confirmPreview: Operation<Pick<ReleaseCore, 'db' | 'keys' | 'now'>, 'confirmPreview'> = async (
  { db, keys, now },
  { channel, id, what },
  actor,
) => {
  assertMayPromote(actor, keys.trust(), channel);
  assertIsPerson(actor, channel);
  return inTurn(db, async (trx) => {
    const row = await inForce(trx, channel, now()).where('id', '=', id).executeTakeFirst();
    if (!row) throw new ReleaseRefusal('PREVIEW_UNKNOWN', `${channel} has no preview ${id}.`);
    // Behind a token of nobody, a program's of the team, may be the person who confirms.
    if (row.person === null || row.team === null || row.team !== actor.team) assertManages(actor);
    if (!isAnother(row, actor))
      throw new ReleaseRefusal('NOT_ALLOWED', `Preview ${id} needs another person than ${row.person ?? row.actor}.`);
    if (what !== undefined && what !== row.what)
      throw new ReleaseRefusal('CHANGED_MEANWHILE', `Preview ${id} shows ${row.what} by now: look at that first.`);
    const confirmed = await trx
      .updateTable('releases.preview')
      .set({ confirmed_by: actor.person ?? actor.name })
      .where('id', '=', id)
      .returning(SHOWN)
      .executeTakeFirstOrThrow();
    const told = { subject: row.what.slice(0, 200), detail: { channel, preview: id } };
    await appendToLedger(trx, { actor, action: 'preview-confirm', ...told, now: now() });
    return previewOf(confirmed);
  });
};

interface WantedPreview extends Pick<InputOf<'addPreview'>, 'channel' | 'hours'> {
  target: PreviewTarget;
  /** The first browser to open it takes it for itself. */
  once?: boolean;
  /** Its number: known within a team, another team's is another one. */
  pullRequest?: number;
  reason?: string | undefined;
}

/** 24 bytes in the form of every preview's secret, made again with each push. */
const secretOf = (keys: KeyFolder, salt: string): string =>
  keys.derive(`preview ${salt}`).subarray(0, 24).toString('base64url');

/**
 * Of an address that stays while what it shows changes, the salt of which its secret is made. With another key folder than
 * before, the address of before cannot be shown again: it becomes another one.
 */
function saltOf(keys: KeyFolder, before: Pick<RowOf<'preview'>, 'salt' | 'secret_hash'> | undefined): string {
  const isKnown = before?.salt && digestOf(secretOf(keys, before.salt)) === before.secret_hash;
  return isKnown ? (before.salt as string) : randomBytes(16).toString('base64url');
}

/**
 * Shows builds or a snapshot at an address. That of a pull request is made by the first push; each one after puts other
 * builds behind the same address, and a longer time.
 * @throws {ReleaseRefusal} `PREVIEW_LIMIT`, and what the gate refuses: then an address shows what it did before
 */
export async function showPreview(
  { db, channels, keys, now }: Core & Pick<ReleaseCore, 'keys'>,
  { channel, target, hours, once = false, pullRequest, reason }: WantedPreview,
  actor: Actor,
): Promise<Preview & { path: string; isNew: boolean }> {
  const { team } = actor;
  const at = now();
  const expires = new Date(at.getTime() + hours * HOUR_MS);
  const { signed, what, isNew: isNewBuild } = await channels.preview(channel, { target, until: expires }, actor);
  return inTurn(db, async (trx) => {
    const before =
      pullRequest === undefined
        ? undefined
        : await trx
            .selectFrom('releases.preview')
            .select(['id', 'salt', 'secret_hash'])
            .where(({ and }) => and({ channel, team, pull_request: pullRequest }))
            .where('expires_at', '>', at)
            .executeTakeFirst();
    if (!before) await makeRoom(trx, { channel, team, at });
    const salt = pullRequest === undefined ? null : saltOf(keys, before);
    const secret = salt === null ? newSecret() : secretOf(keys, salt);
    const shown = {
      secret_hash: digestOf(secret) as string,
      salt,
      what,
      signed: JSON.stringify(signed),
      actor: actor.name,
      reason: reason ?? null,
      expires_at: expires,
      updated_at: at,
      // Of the build that the address shows now: each push is agreed to anew. Where two promote, one that was never
      // promoted needs the second person here as well: its script runs on the site.
      needs_confirmation: isNewBuild && (await channelSettings(trx, channel)).secondPersonMinutes !== null,
      person: actor.person ?? null,
      confirmed_by: null,
    };
    const made = { channel, created_at: at, is_once: once, team, pull_request: pullRequest ?? null };
    const written = before
      ? trx.updateTable('releases.preview').set(shown).where('id', '=', before.id).returning(SHOWN)
      : trx
          .insertInto('releases.preview')
          .values({ ...shown, ...made })
          .returning(SHOWN);
    const row = await written.executeTakeFirstOrThrow();
    const detail = {
      channel,
      preview: row.id,
      ...(pullRequest === undefined ? {} : { pullRequest }),
      until: expires.toISOString(),
      ...(once ? { once } : {}),
      ...(before ? { isUpdate: true } : {}),
    };
    const subject = what.slice(0, 200);
    await appendToLedger(trx, { actor, action: 'preview', subject, detail, reason: shown.reason, now: at });
    return { ...previewOf(row), path: PREVIEW_ROUTES.open + secret, isNew: before === undefined };
  });
}

/** @throws {ReleaseRefusal} `PREVIEW_UNKNOWN`, `NOT_ALLOWED` */
export const endPreview: Operation<Core, 'endPreview'> = async ({ db, now }, asked, actor) => {
  const { channel, id, pullRequest, reason } = asked;
  if ((id === undefined) === (pullRequest === undefined))
    throw new ReleaseRefusal('REQUEST_INVALID', 'Name a preview or a pull request.');
  const wasThere = await inTurn(db, async (trx) => {
    const row = await inForce(trx, channel, now())
      .$if(id !== undefined, (query) => query.where('id', '=', id as number))
      .$if(pullRequest !== undefined, (query) =>
        query
          .where('pull_request', '=', pullRequest as number)
          // A number of another team's is another pull request.
          .where('team', actor.team === null ? 'is' : '=', actor.team),
      )
      .executeTakeFirst();
    if (!row) {
      // What is merged needs no preview: one that has ended by its time is what was wanted.
      if (id === undefined) return false;
      throw new ReleaseRefusal('PREVIEW_UNKNOWN', `${channel} has no preview ${id}.`);
    }
    const isOfTeam = row.pull_request !== null && row.team !== null && row.team === actor.team;
    if (row.actor !== actor.name && !isOfTeam) assertManages(actor);
    await removeRows(trx, 'preview', { id: row.id });
    const detail = { channel, preview: row.id, ...(row.pull_request === null ? {} : { pullRequest }) };
    const subject = row.what.slice(0, 200);
    await appendToLedger(trx, { actor, action: 'preview-end', subject, detail, reason, now: now() });
    return true;
  });
  return { wasThere };
};

const isConfirmed = ({ or, eb }: ExpressionBuilder<ReleaseTables, 'releases.preview'>) =>
  or([eb('needs_confirmation', '=', false), eb('confirmed_by', 'is not', null)]);

/**
 * @param isLook - also of one that no browser has taken, to name it before it is opened
 * @returns what a preview shows; `null` when there is none, it has ended, or waits for another person
 */
export async function findPreview(
  { db, now }: Core,
  channel: string,
  digest: string,
  isLook = false,
): Promise<SignedSnapshot | null> {
  const row = await db
    .selectFrom('releases.preview')
    .select('signed')
    .where(({ and }) => and({ secret_hash: digest, channel }))
    .where('expires_at', '>', now())
    // The address of one for a single browser shows nothing by itself.
    .$if(!isLook, (query) =>
      query.where(({ or, eb }) => or([eb('is_once', '=', false), eb('opened_at', 'is not', null)])),
    )
    .where(isConfirmed)
    .executeTakeFirst();
  return row?.signed ?? null;
}

/**
 * The first browser takes a preview that is for one: from then on it is found by that browser's own secret, and the
 * address opens nothing.
 * @returns what it shows; `null` when another one was first, or it is for whoever has the address
 */
export async function takePreview(
  { db, now }: Core,
  channel: string,
  { digest, as }: { digest: string; as: string },
): Promise<SignedSnapshot | null> {
  const row = await db
    .updateTable('releases.preview')
    .set({ secret_hash: as, opened_at: now() })
    .where(({ and }) => and({ secret_hash: digest, channel }))
    .where('expires_at', '>', now())
    .where('is_once', '=', true)
    .where('opened_at', 'is', null)
    .where(isConfirmed)
    .returning('signed')
    .executeTakeFirst();
  return row?.signed ?? null;
}
