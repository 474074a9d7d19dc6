import { AppError, type BodyOf, type FeeForm, type keepFeeFigures } from '@redress/contracts';
import {
  addDays,
  amountCents,
  centsToDollars,
  dayAtPlace,
  hasCourtPapers,
  incidentPlace,
  isFiled,
} from '@redress/domain';
import { FEE_BENEFITS, FEE_FIGURES, feeForm, feePaper, type FeeFigures } from '@redress/domain/papers';
import { FEE_FIGURES_DAYS } from '../../platform/housekeeping.ts';
import { readKnown } from '../../shared/cases/known-case.ts';
import { ownedSession } from '../../shared/form-sessions/form-session.repository.ts';
import type { StoredSession } from '../../shared/form-sessions/form-session.ts';
import { documentDay } from '../../shared/letters/letter-days.ts';
import { findOrderOfSession } from '../../shared/orders/order.repository.ts';
import type { Services } from '../../shared/feature-services.ts';
import { keptFigures } from '../../shared/papers/fee-figures-table.ts';
import { paperBlocks } from '../../shared/papers/paper-blocks.ts';

const PURPOSE = 'fee-figures';

type Means = NonNullable<BodyOf<typeof keepFeeFigures>['figures']>;

/** What the place does not ask for is not kept. */
function askedOf({ dependents, benefits, sums }: Means, form: NonNullable<ReturnType<typeof feeForm>>): FeeFigures {
  const asked = new Set<string>(form.groups.flatMap(({ figures }) => figures));
  const cents = Object.entries(sums).flatMap(([name, dollars]) => {
    const amount = amountCents(dollars);
    if (amount === null) throw new AppError('VALIDATION_FAILED', { fields: { figures: 'validation.amount.format' } });
    return asked.has(name) ? [[name, amount] as const] : [];
  });
  return {
    dependents,
    benefits: FEE_BENEFITS.filter((name) => form.benefits.includes(name) && benefits.includes(name)),
    cents: Object.fromEntries(cents),
  };
}

const dollarsOf = ({ dependents, benefits, cents }: FeeFigures): Means => ({
  dependents,
  benefits: [...benefits],
  sums: Object.fromEntries(Object.entries(cents).map(([name, amount]) => [name, centsToDollars(amount)])),
});

interface Given {
  figures: FeeFigures;
  at: Date;
}

/**
 * A person's means, given for the paper of a fee waiver and for nothing else: no event, answer, log line or stored file has
 * them, and nobody but their owner reads them.
 */
export function createFeeFigures({ db, now, secrets, pdf }: Services) {
  /** @throws {AppError} DOCUMENT_NOT_READY where the package has no papers, or no rule of the place was read */
  async function formOf(userId: string, session: StoredSession) {
    const order = await findOrderOfSession(db, session.id, userId);
    const form = feeForm(session.formData);
    if (!form || order?.status !== 'paid' || !hasCourtPapers(order.package_id))
      throw new AppError('DOCUMENT_NOT_READY');
    return form;
  }

  async function given(ids: readonly string[]): Promise<Map<string, Given>> {
    const rows = await keptFigures(db, ids, now());
    return new Map(
      rows.map(({ form_session_id, sealed, given_at: at }) => [
        form_session_id,
        // What was sealed here is what the contract let in.
        { figures: secrets.open(PURPOSE, sealed) as FeeFigures, at },
      ]),
    );
  }

  const goneOn = (session: StoredSession, at: Date) =>
    addDays(dayAtPlace(at.getTime(), incidentPlace(session.formData)), FEE_FIGURES_DAYS);

  async function read(userId: string, id: string): Promise<FeeForm> {
    const session = await ownedSession(db, id, userId);
    const whole = await formOf(userId, session);
    // Nothing more is asked of a claim that is filed: its fee is paid or excused.
    const form = isFiled((await readKnown(db, session)).claim.court)
      ? { ...whole, rows: [], groups: [], benefits: [] }
      : whole;
    const kept = (await given([session.id])).get(session.id);
    return {
      rows: form.rows.map(([label, { value, title: rule, url }]) => ({
        label,
        says: String(value['says'] ?? ''),
        rule,
        url,
      })),
      groups: form.groups.map(({ title, figures }) => ({
        title,
        figures: figures.map((name) => ({ name, label: FEE_FIGURES[name] })),
      })),
      benefits: [...form.benefits],
      figures: kept ? dollarsOf(kept.figures) : null,
      gone_on: kept ? goneOn(session, kept.at) : null,
    };
  }

  return {
    read,
    async keep(userId: string, { form_session_id: id, figures }: BodyOf<typeof keepFeeFigures>): Promise<FeeForm> {
      const session = await ownedSession(db, id, userId);
      if (!figures) await db.deleteFrom('fee_figures').where('form_session_id', '=', session.id).execute();
      else {
        const asked = askedOf(figures, await formOf(userId, session));
        if (isFiled((await readKnown(db, session)).claim.court)) throw new AppError('DOCUMENT_NOT_READY');
        const row = { sealed: secrets.seal(PURPOSE, asked), given_at: now() };
        await db
          .insertInto('fee_figures')
          .values({ form_session_id: session.id, ...row })
          .onConflict((conflict) => conflict.column('form_session_id').doUpdateSet(row))
          .execute();
      }
      return read(userId, id);
    },
    async draw(userId: string, id: string): Promise<{ bytes: Buffer; fileName: string }> {
      const session = await ownedSession(db, id, userId);
      await formOf(userId, session);
      const kept = (await given([session.id])).get(session.id);
      const madeOn = documentDay(session.formData, now());
      const paper = kept && feePaper(session.formData, kept.figures, { madeOn, goneOn: goneOn(session, kept.at) });
      if (!paper) throw new AppError('DOCUMENT_NOT_READY');
      const info = { title: paper.title, madeAt: `${madeOn}T18:00:00.000Z`, footer: paper.footer };
      return { bytes: await pdf.draw(info, paperBlocks(paper, null)), fileName: 'figures-for-the-fee-form.pdf' };
    },
    /** Of all a person's cases, for the export. */
    async all(userId: string) {
      const sessions = db.selectFrom('form_session').select('id').where('user_id', '=', userId);
      const rows = await db
        .selectFrom('fee_figures')
        .select('form_session_id')
        .where('form_session_id', 'in', sessions)
        .execute();
      if (rows.length === 0) return [];
      const kept = await given(rows.map(({ form_session_id }) => form_session_id));
      return [...kept].map(([form_session_id, { figures, at }]) => ({
        form_session_id,
        ...dollarsOf(figures),
        given_at: at,
      }));
    },
  };
}
