import type { PackageOffer } from '@redress/contracts';
import {
  centsToDollars,
  DEFAULT_PACKAGES,
  formatCents,
  originalPriceCents,
  quote,
  type PaperSet,
} from '@redress/domain';
import type { ColumnType, JSONColumnType } from 'kysely';
import type { Db, Trx } from '../../platform/database.ts';
import followUpRows from './follow-ups.json' with { type: 'json' };
import type { stateTaxRate } from './tax.ts';

/** A package is chosen in the wizard; a follow-up is sold for one letter that was mailed (R50). */
type PackageKind = 'package' | 'follow-up';

export interface PackageTable {
  id: string;
  kind: PackageKind;
  title: string;
  description: string;
  price_cents: number;
  original_price_cents: number | null;
  papers: PaperSet;
  papers_cents: number;
  limits: JSONColumnType<Limits | null>;
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

/** How often a follow-up is sold. */
interface Limits {
  perCase: number;
  perAddressYear: number;
}

const onSale = (db: Db | Trx) =>
  db
    .selectFrom('package')
    .select([
      'id',
      'kind',
      'title',
      'description',
      'price_cents as priceCents',
      'original_price_cents as originalPriceCents',
      'papers',
      'papers_cents as papersCents',
      'limits',
      'frequency',
      'features',
      'popular',
    ])
    .where('on_sale', '=', true);

export type Package = Awaited<ReturnType<ReturnType<typeof onSale>['executeTakeFirstOrThrow']>>;

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
  (await onSale(db).where('kind', '=', 'package').orderBy('position').orderBy('id').execute()).map((row) =>
    offerOf(row, tax),
  );

/** @returns `null` when it is not sold */
export const findSoldPackage = async (db: Db | Trx, id: string): Promise<Package | null> =>
  (await onSale(db).where('id', '=', id).executeTakeFirst()) ?? null;

/**
 * Puts the delivered packages into the table, and letters after the first (`follow-ups.json`, in the words of the
 * specification letters without papers). What an operator changed there stays.
 */
export async function seedPackages(db: Db, at: Date): Promise<void> {
  const packages = DEFAULT_PACKAGES.map((each) => ({ ...each, kind: 'package' as const, limits: null }));
  const followUps = followUpRows.map((each) => ({
    ...each,
    limits: each.limits satisfies Limits,
    kind: 'follow-up' as const,
    papers: 'none' as const,
    papersCents: 0,
    frequency: 'One Time' as const,
    popular: false,
  }));
  const rows = [...packages, ...followUps].map(
    ({ desc, priceCents, papers, papersCents, limits, features, id, kind, title, frequency, popular }, position) => ({
      id,
      kind,
      title,
      description: desc,
      price_cents: priceCents,
      papers,
      papers_cents: papersCents,
      limits: JSON.stringify(limits),
      original_price_cents: kind === 'package' ? originalPriceCents(priceCents) : null,
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
