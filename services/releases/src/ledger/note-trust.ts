import { systemActor } from '../http/actor.ts';
import type { ReleaseCore } from '../release-core.ts';
import { appendToLedger } from './ledger.ts';

/**
 * Writes a new version of the trust document into the ledger: it is signed by key holders where their key is, and the
 * release service learns of it by reading the file.
 * @returns sentences for the log
 */
export async function noteTrust(core: ReleaseCore): Promise<string[]> {
  const { version, remotes, promoters, teams, channels } = core.keys.trust();
  return core.db.transaction().execute(async (trx) => {
    const noted = await trx
      .selectFrom('releases.trust_version')
      .select(({ fn }) => fn.max('version').as('version'))
      .executeTakeFirst();
    if ((noted?.version ?? 0) >= version) return [];
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('releases.trust_version')
      .values({ version, noted_at: core.now() })
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
    return noted?.version ? [`Version ${version} of the trust document is in force.`] : [];
  });
}
