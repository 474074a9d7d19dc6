import type { PackageOffer } from '@redress/contracts';
import { centsToDollars, DEFAULT_PACKAGES, formatCents, originalPriceCents, quote } from '@redress/domain';
import type { ColumnType, JSONColumnType } from 'kysely';
import type { Db, Trx } from '../../platform/database.ts';
import type { stateTaxRate } from './tax.ts';

export interface PackageTable {
  id: string;
  title: string;
  description: string;
  price_cents: number;
  original_price_cents: number | null;
  papers_cents: number;
  frequency: string;
  features: JSONColumnType<string[]>;
  popular: boolean;
  position: number;
  on_sale: ColumnType<boolean, boolean | undefined, boolean>;
  updated_at: Date;
}

declare module '../../platform/tables.ts' {
  interface Tables {
    package: PackageTable;
  }
}

export interface Package {
  id: string;
  title: string;
  description: string;
  priceCents: number;
  originalPriceCents: number | null;
  papersCents: number;
  frequency: string;
  features: string[];
  popular: boolean;
}

type Row = Omit<Package, 'priceCents' | 'originalPriceCents' | 'papersCents'> & {
  price_cents: number;
  original_price_cents: number | null;
  papers_cents: number;
};
const packageOf = ({ price_cents, original_price_cents, papers_cents, ...rest }: Row): Package => ({
  ...rest,
  priceCents: price_cents,
  originalPriceCents: original_price_cents,
  papersCents: papers_cents,
});

const onSale = (db: Db | Trx) =>
  db
    .selectFrom('package')
    .select([
      'id',
      'title',
      'description',
      'price_cents',
      'original_price_cents',
      'papers_cents',
      'frequency',
      'features',
      'popular',
    ])
    .where('on_sale', '=', true);

type StateTax = ReturnType<typeof stateTaxRate>;

const offerOf = (sold: Package, tax: StateTax | null): PackageOffer => ({
  id: sold.id,
  title: sold.title,
  desc: sold.description,
  price: centsToDollars(sold.priceCents),
  originalPrice: sold.originalPriceCents === null ? null : centsToDollars(sold.originalPriceCents),
  frequency: sold.frequency,
  features: sold.features,
  popular: sold.popular,
  display_price: formatCents(sold.priceCents),
  ...(tax && {
    tax_rate: tax.rate,
    total_price: centsToDollars(quote({ package: { priceCents: sold.priceCents }, taxRate: tax.rate }).totalCents),
    tax_state_name: tax.state.name,
  }),
});

/**
 * What can be bought now, as the screen of packages and the price page say it.
 * @param tax - of the state that is known
 */
export const offersOnSale = async (db: Db | Trx, tax: StateTax | null = null): Promise<PackageOffer[]> =>
  (await onSale(db).orderBy('position').orderBy('id').execute()).map((row) => offerOf(packageOf(row), tax));

/** @returns `null` when it is not sold */
export async function findSoldPackage(db: Db | Trx, id: string): Promise<Package | null> {
  const row = await onSale(db).where('id', '=', id).executeTakeFirst();
  return row ? packageOf(row) : null;
}

/** Puts the delivered packages into the table; what an operator changed there stays. */
export async function seedPackages(db: Db, at: Date): Promise<void> {
  const rows = DEFAULT_PACKAGES.map(
    ({ desc, priceCents, papersCents, features, id, title, frequency, popular }, position) => ({
      id,
      title,
      description: desc,
      price_cents: priceCents,
      papers_cents: papersCents,
      original_price_cents: originalPriceCents(priceCents),
      frequency,
      features: JSON.stringify(features),
      popular,
      position,
      updated_at: at,
    }),
  );
  await db
    .insertInto('package')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}
