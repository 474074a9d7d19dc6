import path from 'node:path';
import type { SignedTrust } from '@redress/contracts/releases';
import { StartRefusal } from '@redress/database';
import { sql } from 'kysely';
import { systemActor } from '../http/actor.ts';
import type { ReleaseCore } from '../release-core.ts';
import { acceptTrust, parsePayload, parseSignedTrust, type Trust } from '../keys/trust.ts';
import type { Db } from '../store/schema.ts';
import { appendToLedger } from './ledger.ts';

interface Compared {
  /** The version in force; 0 where none is noted. */
  noted: number;
  /** The document of the folder, read once: another process may put the next in its place at any moment. */
  signed: SignedTrust;
  trust: Trust;
}

/**
 * Several processes on one database read the trust document each from a folder of its own. One with keys of its own making would sign
 * what no site accepts, and one with an older document would not know the newest keys.
 * @throws {StartRefusal} `KEYS`
 */
export async function refuseOtherTrust({ keys, now, db: own }: ReleaseCore, db: Db = own): Promise<Compared> {
  const noted = await db
    .selectFrom('releases.trust_version')
    .select(['version', 'signed'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  // After the version in force, which another process may have noted of the same folder.
  const signed = keys.signedTrust();
  const trust = acceptTrust(signed, null, now());
  const { version } = trust;
  if (!noted) return { noted: 0, signed, trust };
  const where = path.join(keys.folder, 'trust.json');
  if (version < noted.version) {
    const message = `${where} is version ${version} and version ${noted.version} is in force: copy the newer one there, or share one folder between the processes (KEYS_DIR).`;
    throw new StartRefusal('KEYS', message);
  }
  const known = parseSignedTrust(noted.signed);
  if (continues(signed, parsePayload(known), now())) return { noted: noted.version, signed, trust };
  throw new StartRefusal(
    'KEYS',
    `${where} does not continue the trust document of this database: this process has keys of its own. Set KEYS_DIR to the folder of keys that the other processes use. Where those are lost: docs/security/keys.md, A key is lost.`,
  );
}

function continues(signed: SignedTrust, known: Trust, now: Date): boolean {
  try {
    acceptTrust(signed, known, now);
    return true;
  } catch {
    return false;
  }
}

/**
 * Writes a new version of the trust document into the ledger: it is signed by key holders where their key is, and the
 * release service learns of it by reading the file.
 * @returns sentences for the log
 * @throws {StartRefusal} `KEYS`, as `refuseOtherTrust`: of two processes that begin at once with keys of their own one comes second
 */
export async function noteTrust(core: ReleaseCore): Promise<string[]> {
  const before = await refuseOtherTrust(core);
  if (before.noted >= before.trust.version) return [];
  return core.db.transaction().execute(async (trx) => {
    await sql`lock table releases.trust_version in share row exclusive mode`.execute(trx);
    const { noted, signed, trust } = await refuseOtherTrust(core, trx);
    const { version, remotes, promoters, teams, channels } = trust;
    if (noted >= version) return [];
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('releases.trust_version')
      .values({ version, noted_at: core.now(), signed: JSON.stringify(signed) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) return [];
    const keyIds = (keys: Record<string, Record<string, string>>) =>
      Object.fromEntries(Object.entries(keys).map(([name, held]) => [name, Object.keys(held)]));
    await appendToLedger(trx, {
      actor: systemActor('key holders'),
      action: 'trust',
      subject: `version ${version}`,
      detail: { version, remotes, promoters, teams: keyIds(teams), channels: keyIds(channels) },
      now: core.now(),
    });
    return noted > 0 ? [`Version ${version} of the trust document is in force.`] : [];
  });
}
