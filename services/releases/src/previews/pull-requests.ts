import { randomBytes } from 'node:crypto';
import type { Preview } from '@redress/contracts/release-api';
import { PREVIEW_ROUTES } from '@redress/contracts/releases';
import type { Actor } from '../http/actor.ts';
import { digestOf } from '../keys/address-secret.ts';
import { appendToLedger, lockLedger } from '../ledger/ledger.ts';
import type { BuildRef } from '../channels/channel-reads.ts';
import type { ReleaseCore } from '../release-core.ts';
import type { InputOf } from '../release-operations.ts';
import { confirmationOf, HOUR_MS, makeRoom, previewOf, SHOWN } from './previews.ts';

type Core = Pick<ReleaseCore, 'db' | 'channels' | 'keys' | 'now'>;

/** 24 bytes in the form of every preview's secret, made again with each push. */
const secretOf = ({ keys }: Pick<Core, 'keys'>, salt: string): string =>
  keys.derive(`preview ${salt}`).subarray(0, 24).toString('base64url');

/**
 * Shows builds at the address of a pull request. The first push makes it; each one after puts other builds behind the same
 * address, and a longer time. A pull request is known by its number within a team: another team's is another one.
 * @throws {ReleaseRefusal} `PREVIEW_LIMIT`, and what the gate refuses: then the address shows what it did before
 */
export async function previewPullRequest(
  core: Core,
  wanted: Omit<InputOf<'previewPullRequest'>, 'builds'> & { builds: readonly BuildRef[] },
  actor: Actor,
): Promise<Preview & { path: string; isNew: boolean }> {
  const { db, channels, now } = core;
  const { channel, pullRequest, builds, hours, reason = null } = wanted;
  const { team } = actor;
  const at = now();
  const expires = new Date(at.getTime() + hours * HOUR_MS);
  const { signed, what, isNew: isNewBuild } = await channels.preview(channel, { builds }, expires, actor);
  return db.transaction().execute(async (trx) => {
    // Of two first pushes at once the second finds what the first made.
    await lockLedger(trx);
    const before = await trx
      .selectFrom('releases.preview')
      .select(['id', 'salt', 'secret_hash'])
      .where(({ and }) => and({ channel, pull_request: pullRequest }))
      .where('team', team === null ? 'is' : '=', team)
      .where('expires_at', '>', at)
      .executeTakeFirst();
    if (!before) await makeRoom(trx, { channel, team, at });
    const known = before?.salt ? secretOf(core, before.salt) : null;
    // With another key folder than before the address of before cannot be shown again: it becomes another one.
    const salt =
      before?.salt && known !== null && digestOf(known) === before.secret_hash
        ? before.salt
        : randomBytes(16).toString('base64url');
    const secret = secretOf(core, salt);
    const shown = {
      secret_hash: digestOf(secret) as string,
      salt,
      what,
      signed: JSON.stringify(signed),
      actor: actor.name,
      reason,
      expires_at: expires,
      updated_at: at,
      // Of the build that the address shows now: each push is agreed to anew.
      ...(await confirmationOf(trx, channel, isNewBuild, actor)),
    };
    const row = before
      ? await trx
          .updateTable('releases.preview')
          .set(shown)
          .where('id', '=', before.id)
          .returning(SHOWN)
          .executeTakeFirstOrThrow()
      : await trx
          .insertInto('releases.preview')
          .values({ ...shown, channel, created_at: at, is_once: false, team, pull_request: pullRequest })
          .returning(SHOWN)
          .executeTakeFirstOrThrow();
    const isNew = before === undefined;
    const detail = {
      channel,
      preview: row.id,
      pullRequest,
      until: expires.toISOString(),
      ...(isNew ? {} : { isUpdate: true }),
    };
    await appendToLedger(trx, { actor, action: 'preview', subject: what.slice(0, 200), detail, reason, now: at });
    return { ...previewOf(row), path: PREVIEW_ROUTES.open + secret, isNew };
  });
}
