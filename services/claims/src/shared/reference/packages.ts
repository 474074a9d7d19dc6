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
export interface Limits {
  perCase: number;
  perAddressYear: number;
}

export interface Package {
  id: string;
  kind: PackageKind;
  title: string;
  description: string;
  priceCents: number;
  originalPriceCents: number | null;
  papers: PaperSet;
  papersCents: number;
  limits: Limits | null;
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
      'kind',
      'title',
      'description',
      'price_cents',
      'original_price_cents',
      'papers',
      'papers_cents',
      'limits',
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
  (await onSale(db).where('kind', '=', 'package').orderBy('position').orderBy('id').execute()).map((row) =>
    offerOf(packageOf(row), tax),
  );

/** @returns `null` when it is not sold */
export async function findSoldPackage(db: Db | Trx, id: string): Promise<Package | null> {
  const row = await onSale(db).where('id', '=', id).executeTakeFirst();
  return row ? packageOf(row) : null;
}

/** More kinds of the table: named by the letter they follow, in the words of the specification a letter without papers. */
const FOLLOW_UPS = [
  {
    id: 'second-letter',
    title: 'Second Demand Letter',
    desc: 'A shorter letter after the first one, sent by certified mail.',
    priceCents: 29_00,
    papers: 'none' as const,
    papersCents: 0,
    frequency: 'One Time' as const,
    features: [
      'Says what became of the first letter, and what was paid since',
      'Certified Mail with a tracking number',
    ],
    popular: false,
    limits: { perCase: 1, perAddressYear: 3 },
  },
];

/** Puts the delivered packages into the table; what an operator changed there stays. */
export async function seedPackages(db: Db, at: Date): Promise<void> {
  const packages = DEFAULT_PACKAGES.map((each) => ({ ...each, kind: 'package' as const, limits: null }));
  const followUps = FOLLOW_UPS.map((each) => ({ ...each, kind: 'follow-up' as const }));
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
