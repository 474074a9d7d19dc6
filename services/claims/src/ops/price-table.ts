import { dollarsToCents, formatCents } from '@redress/domain/cents';
import { originalPriceCents } from '@redress/domain/packages';
import type { Db } from '../platform/database.ts';
import { SMALLEST_CHARGE_CENTS } from '../shared/orders/money.ts';
import { recordAct, type Printed } from './operator.ts';

/** Largest price: one above it is a slip of the key. */
const MOST_CENTS = 2_000_00;
/** Code of PostgreSQL for a row that breaks a check. */
const CHECK_VIOLATION = '23514';

export interface PriceChange {
  price?: string | undefined;
  /** The part of the price that is kept when court papers were opened. */
  papers?: string | undefined;
  sale?: string | undefined;
}

const centsOf = (name: string, text: string, { from, to }: { from: number; to: number }): number => {
  const cents = /^\d{1,6}(\.\d\d)?$/.test(text) ? dollarsToCents(Number(text)) : -1;
  if (cents < from || cents > to)
    throw new Error(`--${name} is in dollars, ${formatCents(from)} to ${formatCents(to)}, such as 45 or 45.50.`);
  return cents;
};

interface Table {
  db: Db;
  now: () => Date;
}

async function history(db: Db, id: string): Promise<Printed> {
  const events = await db
    .selectFrom('event')
    .select(['at', 'actor_id', 'details'])
    .where('kind', '=', 'package.changed')
    .where('subject_kind', '=', 'package')
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute();
  return events.map(({ at, actor_id, details }) => {
    const { before, price, papers, sale, reason } = details;
    return `${at.toISOString().slice(0, 16)}\t${actor_id ?? '-'}\t${before} to ${price}, papers ${papers}, sale ${sale}: ${reason}`;
  });
}

async function change(
  { db, now }: Table,
  id: string,
  { price, papers, sale }: PriceChange,
  reason: string,
): Promise<void> {
  if (sale !== undefined && sale !== 'on' && sale !== 'off') throw new Error('--sale is on or off.');
  await db.transaction().execute(async (trx) => {
    const row = await trx.selectFrom('package').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (!row) throw new Error(`There is no ${id} in the price table. See: npm run ops -- package`);
    const priceCents =
      price === undefined ? row.price_cents : centsOf('price', price, { from: SMALLEST_CHARGE_CENTS, to: MOST_CENTS });
    const papersCents =
      papers === undefined
        ? row.papers_cents
        : centsOf('papers', papers, { from: 0, to: row.papers === 'none' ? 0 : priceCents });
    if (papersCents > priceCents)
      throw new Error(`Of ${id} ${formatCents(papersCents)} are for its papers: say --papers too, at most the price.`);
    const isOnSale = sale === undefined ? row.on_sale : sale === 'on';
    const at = now();
    const details = {
      before: formatCents(row.price_cents),
      price: formatCents(priceCents),
      papers: formatCents(papersCents),
      sale: isOnSale ? 'on' : 'off',
    };
    await recordAct(trx, at, { kind: 'package.changed', subject: { kind: 'package', id }, reason, details });
    await trx
      .updateTable('package')
      .set({
        price_cents: priceCents,
        papers_cents: papersCents,
        original_price_cents: row.original_price_cents === null ? null : originalPriceCents(priceCents),
        on_sale: isOnSale,
        updated_at: at,
      })
      .where('id', '=', id)
      .execute()
      .catch((cause: Error & { code?: string }) => {
        // Letters and papers of what the program does not know would stay pending for ever.
        if (cause.code === CHECK_VIOLATION)
          throw new Error(`The program cannot deliver ${id}: it is not put on sale.`, { cause });
        throw cause;
      });
  });
}

/** The one table of prices (R50). What was bought keeps its quote: a change is for those who have not been shown one. */
export function createPriceTable(table: Table) {
  const { db } = table;
  return {
    /** Without a change: the table, or one row and what it was before. */
    async show(id: string): Promise<Printed> {
      const rows = await db
        .selectFrom('package')
        .selectAll()
        .$if(id !== '', (query) => query.where('id', '=', id))
        .orderBy('position')
        .execute();
      if (rows.length === 0) throw new Error(`There is no ${id} in the price table: npm run ops -- package lists it.`);
      return [
        'id\tkind\tprice\tfor papers\ton sale\tsince',
        ...rows.map((row) =>
          [
            row.id,
            row.kind,
            formatCents(row.price_cents),
            formatCents(row.papers_cents),
            row.on_sale ? 'yes' : 'no',
            row.updated_at.toISOString().slice(0, 16),
          ].join('\t'),
        ),
        ...(id ? await history(db, id) : []),
      ];
    },

    async set(id: string, wanted: PriceChange, reason: string): Promise<Printed> {
      await change(table, id, wanted, reason);
      return [
        ...(await this.show(id)),
        'Screens and pages say it within a minute. Who was shown another price while paying pays that one.',
      ];
    },
  };
}
