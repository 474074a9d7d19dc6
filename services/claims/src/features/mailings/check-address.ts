import { AppError, type AnswerOf, type BodyOf, type checkAddress } from '@redress/contracts';
import { addressLines } from '@redress/domain/letter';
import type { Limit } from '../../platform/rate-limits.ts';
import type { AddressVerdict } from '../../providers/ports/carrier.ts';
import { isSampleAccount } from '../../shared/accounts.ts';
import type { AddressCheck } from '../../shared/form-sessions/form-session.ts';
import type { Services } from '../../shared/feature-services.ts';
import { postalAddress } from './postal-address.ts';

type Place = BodyOf<typeof checkAddress>['place'];
interface Asker {
  userId: string;
  /** As `Call` has it. */
  ip: string;
}

/** Nobody waits longer for it (docs/reliability.md, Time limits). */
const PATIENCE_MS = 3_000;
/** The other side and ten recipients, and some that were corrected. */
const MOST_KEPT = 20;
/** The carrier is paid for each; a claimant corrects an address a few times. */
const BY_ACCOUNT: Limit = { name: 'address-check.account', max: 30, seconds: 3_600 };
/** Whoever opens many accounts. */
const FROM_NETWORK: Limit = { name: 'address-check.network', max: 300, seconds: 3_600, isOfNetwork: true };

/**
 * Asks the carrier about the address a letter is to go to, once for each address, and keeps what it said with the case.
 * Without an answer in time nothing is kept, and nothing is said: it is asked again the next time.
 */
export function createAddressCheck({ db, limits, log, carriers }: Services) {
  async function ask({ userId, ip }: Asker, place: Place): Promise<AddressVerdict> {
    if (await isSampleAccount(db, userId)) return 'unknown';
    await limits.take(BY_ACCOUNT, userId);
    await limits.take(FROM_NETWORK, ip);
    return carriers.current
      .verifyAddress(postalAddress({ name: '', ...place }), PATIENCE_MS)
      .catch((error: AppError) => {
        log.warn({ code: error.code, reason: error.details?.['reason'] }, 'address not verified');
        return 'unknown' as const;
      });
  }

  /** A letter with copies asks about all its addresses at once. */
  const keep = (id: string, kept: AddressCheck) =>
    db.transaction().execute(async (trx) => {
      const row = await trx
        .selectFrom('form_session')
        .select('address_check')
        .where('id', '=', id)
        .forNoKeyUpdate()
        .executeTakeFirst();
      const others = (row?.address_check ?? []).filter(({ address }) => address !== kept.address);
      await trx
        .updateTable('form_session')
        .set({ address_check: JSON.stringify([...others, kept].slice(-MOST_KEPT)) })
        .where('id', '=', id)
        .execute();
    });

  return async function check(
    asker: Asker,
    { form_session_id, place, insists = false }: BodyOf<typeof checkAddress>,
  ): Promise<AnswerOf<typeof checkAddress>> {
    const session = await db
      .selectFrom('form_session')
      .select('address_check')
      .where('id', '=', form_session_id)
      .where('user_id', '=', asker.userId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (!session) throw new AppError('NOT_FOUND');
    const address = addressLines(place).join('\n');
    const known = session.address_check?.find((one) => one.address === address);
    const verdict = known?.verdict ?? (await ask(asker, place));
    if (verdict === 'unknown') return { verdict, insists: false };
    const kept: AddressCheck = { address, verdict, insists: insists || (known?.insists ?? false) };
    if (kept.insists !== known?.insists) await keep(form_session_id, kept);
    return { verdict, insists: kept.insists };
  };
}
