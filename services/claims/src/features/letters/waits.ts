import { AppError, type BodyOf, type answerWait, type LetterWait, type Recipient } from '@redress/contracts';
import { defendantOf, letterWaits } from '@redress/domain';
import type { Db, Trx } from '../../platform/database.ts';
import { byPerson, recordEvent } from '../../platform/event.ts';
import type { Platform } from '../../platform/platform.ts';
import { sessions } from '../../shared/form-sessions/form-session.ts';
import type { Services } from '../../shared/feature-services.ts';
import type { LetterRow, LoadedLetter } from '../../shared/letters/letter.repository.ts';
import { isWrongAddress } from '../../shared/letters/wrong-address.ts';
import { findPaidQuote, recipientsOf } from '../../shared/orders/order.repository.ts';
import { lawNow } from './law-change.ts';

type Deps = Pick<Services, 'text' | 'threads'>;

/** Answers a letter is not mailed without (R46a). They are the claim's: an edit and a second letter have them too. */
export async function waitsOf(db: Db | Trx, loaded: LoadedLetter, { text, threads }: Deps): Promise<LetterWait[]> {
  const { letter } = loaded;
  const { formData } = await sessions(db).where('id', '=', letter.form_session_id).executeTakeFirstOrThrow();
  const recipients = letter.order_id ? recipientsOf(await findPaidQuote(db, letter.order_id)) : [];
  const law = await lawNow(db, threads, loaded);
  const answers = letterWaits(formData, recipients).map((wait): LetterWait => {
    if (wait.for === 'debt') {
      const stopped = formData.debtOwner === 'bought' || formData.debtOwner === 'placed';
      return { for: wait.for, stopped, sentence: text(stopped ? 'letters.waits.debtNotOwn' : 'letters.waits.debt') };
    }
    const name = recipients[wait.recipient]?.name ?? '';
    const sentence = text(`letters.waits.${wait.for}`, { name });
    return { for: wait.for, recipient: wait.recipient, name, stopped: false, sentence };
  });
  const { name, place } = defendantOf(loaded.snapshot.answers);
  const address: LetterWait[] = (await isWrongAddress(db, letter.user_id, place))
    ? [{ for: 'address', name, stopped: false, sentence: text('letters.waits.address', { name }) }]
    : [];
  const changed: LetterWait[] = law
    ? [{ for: 'law', stopped: false, sentence: text('letters.waits.law'), before: law.before, after: law.after }]
    : [];
  return [...answers, ...address, ...changed];
}

/** @throws {AppError} LETTER_WAITS naming what is missing */
export async function requireAnswers(db: Db | Trx, loaded: LoadedLetter, deps: Deps): Promise<void> {
  const waits = await waitsOf(db, loaded, deps);
  if (waits.length === 0) return;
  throw new AppError('LETTER_WAITS', {
    values: { what: waits.map(({ sentence }) => sentence).join('; ') },
    other: { waits_for: waits },
    details: { waits: waits.map((wait) => wait.for).join(',') },
  });
}

type Answer = BodyOf<typeof answerWait>;

async function answerDebt(trx: Trx, letter: LetterRow, debtOwner: Answer['debt_owner'], at: Date): Promise<void> {
  const row = await sessions(trx).where('id', '=', letter.form_session_id).forUpdate().executeTakeFirstOrThrow();
  await trx
    .updateTable('form_session')
    .set({
      form_data: JSON.stringify({ ...row.formData, debtOwner }),
      revision: row.revision + 1,
      updated_at: at,
    })
    .where('id', '=', row.id)
    .execute();
}

async function answerRecipient(trx: Trx, letter: LetterRow, answer: NonNullable<Answer['recipient']>): Promise<void> {
  const quote = letter.order_id ? await findPaidQuote(trx, letter.order_id) : null;
  const recipients = recipientsOf(quote);
  if (!quote || !recipients[answer.at]) {
    throw new AppError('VALIDATION_FAILED', { fields: { recipient: 'validation.field.check' } });
  }
  const answered = recipients.map((recipient, at): Recipient =>
    at === answer.at ? { ...recipient, role: answer.role, confirmed: answer.confirmed } : recipient,
  );
  // Terms that were paid for stay: what a copy costs and where it goes does not change by why it may go there.
  await trx
    .updateTable('order_quote')
    .set({ recipients: JSON.stringify(answered) })
    .where('id', '=', quote.id)
    .execute();
}

/** Keeps an answer the letter waits for, with a trace. Caller has locked the letter. */
export async function keepAnswer(
  trx: Trx,
  { now }: Pick<Platform, 'now'>,
  letter: LetterRow,
  { debt_owner: debtOwner, recipient }: Pick<Answer, 'debt_owner' | 'recipient'>,
): Promise<void> {
  const at = now();
  if (debtOwner) await answerDebt(trx, letter, debtOwner, at);
  if (recipient) await answerRecipient(trx, letter, recipient);
  await recordEvent(trx, {
    kind: 'letter.wait-answered',
    ...byPerson(letter.user_id, { kind: 'letter', id: letter.id }),
    details: debtOwner ? { debtOwner } : { recipient: recipient?.at ?? null, role: recipient?.role ?? null },
    at,
  });
}
