import { TERMS_VERSION } from '@redress/copy/legal';
import { DEFAULT_PACKAGES } from '@redress/domain';
import { recordFree } from './features/checkout/record-payment.ts';
import { searchTextOf } from './features/drafts/save-draft.ts';
import { writeSignature } from './features/drafts/signature-store.ts';
import type { Trx } from './platform/database.ts';
import type { Platform } from './platform/platform.ts';
import { flattenSignature } from './platform/signatures/flatten-signature.ts';
import { furthestOf } from './shared/form-sessions/form-session.ts';
import { orderNumber } from './shared/orders/order-number.ts';
import { FREE } from './shared/orders/order.repository.ts';
import { SAMPLE_CLAIMS, type SampleClaim } from './shared/sample-claims.ts';

/** The draft, and what is paid for; the letter and the papers of that are made as everybody's are. */
const [PAID, DRAFT] = SAMPLE_CLAIMS as [SampleClaim, SampleClaim];
/** The largest package: it has every paper. */
const OFFER = DEFAULT_PACKAGES.at(-1)!;
/** One line, drawn by nobody. */
const SIGNATURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAADwAAAAUCAYAAADRA14pAAAALUlEQVR4Ae3BMQ0AIAwAsM3NJCIBiXMDPz8hIW0DAIBLMg5VY8VHumcGAMALG637BAKQcSUeAAAAAElFTkSuQmCC';

async function addClaim(
  { newId, now }: Platform,
  trx: Trx,
  userId: string,
  { answers }: SampleClaim,
  isSigned: boolean,
): Promise<string> {
  const id = newId();
  const at = now();
  const shown = isSigned ? { ...answers, debtOwner: 'own' as const, selectedPackage: OFFER.id } : answers;
  await trx
    .insertInto('form_session')
    .values({
      id,
      user_id: userId,
      form_data: JSON.stringify(shown),
      search_text: searchTextOf(shown),
      revision: 1,
      furthest_step: furthestOf('1', isSigned ? { ...shown, signature: 'given' } : shown),
      saved_at: at,
      created_at: at,
      updated_at: at,
    })
    .execute();
  const png = flattenSignature(SIGNATURE);
  await writeSignature(trx, id, isSigned ? { kind: 'replace', sourceHash: '', png } : { kind: 'keep' }, at);
  return id;
}

async function addOrder(context: Platform, trx: Trx, userId: string, email: string): Promise<void> {
  const { newId, now } = context;
  const [orderId, quoteId, paymentId, at] = [newId(), newId(), newId(), now()];
  const terms = { email, terms_version: TERMS_VERSION, created_at: at };
  await trx
    .insertInto('claim_order')
    .values({
      id: orderId,
      order_number: orderNumber(),
      form_session_id: await addClaim(context, trx, userId, PAID, true),
      user_id: userId,
      status: 'open',
      is_sample: true,
      ...terms,
    })
    .execute();
  await trx
    .insertInto('order_quote')
    .values({
      id: quoteId,
      order_id: orderId,
      package_id: OFFER.id,
      package_title: OFFER.title,
      package_cents: OFFER.priceCents,
      discount_cents: OFFER.priceCents,
      recipients: '[]',
      recipients_cents: 0,
      tax_rate: 0,
      tax_cents: 0,
      total_cents: 0,
      state_code: PAID.answers.incidentState ?? '',
      state_name: '',
      billing: '{}',
      ...terms,
    })
    .execute();
  const payment = await trx
    .insertInto('payment')
    .values({
      id: paymentId,
      order_id: orderId,
      user_id: userId,
      opening_quote_id: quoteId,
      quote_id: quoteId,
      synced_quote_id: quoteId,
      intent_id: `${FREE}${paymentId}`,
      status: 'open',
      amount_cents: 0,
      opening_at: at,
      created_at: at,
      updated_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordFree(context, payment, trx);
}

async function ensure(context: Platform, trx: Trx, digest: string, until: Date): Promise<string> {
  const { newId, now } = context;
  const [id, at, email] = [newId(), now(), `preview-${digest.slice(0, 12)}@sample.invalid`];
  const made = await trx
    .insertInto('account')
    .values({
      id,
      email,
      first_name: PAID.answers.firstname ?? '',
      last_name: PAID.answers.lastname ?? '',
      email_verified_at: at,
      sample_until: until,
      sample_of: digest,
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.column('sample_of').doUpdateSet({ sample_until: until }))
    .returning('id')
    .executeTakeFirstOrThrow();
  if (made.id !== id) return made.id;
  await addClaim(context, trx, id, DRAFT, false);
  await addOrder(context, trx, id, email);
  return id;
}

/**
 * The person of a preview (decision 0222): made with the first press that opens it, with a claim under way and one that is
 * paid for with nothing, so that who reviews a build sees signed-in screens at once. No mail goes to it.
 * @param preview.digest - of the secret of a preview that the release service has just shown to be open
 * @param preview.until - its end
 * @returns token of a session of the preview's person, for the browser that opens it
 */
export const openSamplePerson = (
  platform: Platform,
  { digest, until }: { digest: string; until: Date },
): Promise<string> =>
  platform.db.transaction().execute(async (trx) => {
    const userId = await ensure(platform, trx, digest, until);
    return (await platform.sessions.create(trx, { userId, visitorId: null, label: 'Preview' })).token;
  });
