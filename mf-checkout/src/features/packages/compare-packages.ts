import type { PackageOffer } from '@redress/contracts';
import { allOf, findPackage } from '@redress/domain';

type Comparable = Pick<PackageOffer, 'id' | 'title' | 'features'>;

/** A package against the one before it. */
export interface Compared<Offer> {
  offer: Offer;
  /** Title of the package before it. */
  before: string | undefined;
  /** The lines both have. */
  shared: string[];
  /** The lines that this one adds. */
  added: string[];
}

/** A package renamed on this site is still meant where a line names it as it is delivered. */
const isAllOf = (line: string, { id, title }: Comparable): boolean =>
  line === allOf(title) || line === allOf(findPackage(id)?.title ?? title);

/**
 * Packages against each other, line by line. "Everything in Demand Letter" is replaced by the lines it stands for; where
 * no package of that name is sold, it stays as it is.
 */
export function comparePackages<Offer extends Comparable>(offers: readonly Offer[]): Compared<Offer>[] {
  const whole: string[][] = [];
  return offers.map((offer, index) => {
    const before = whole[index - 1] ?? [];
    const lines = new Set(
      offer.features.flatMap((line) => {
        const named = offers.slice(0, index).findIndex((earlier) => isAllOf(line, earlier));
        return whole[named] ?? [line];
      }),
    );
    whole.push([...lines]);
    return {
      offer,
      before: offers[index - 1]?.title,
      shared: before.filter((line) => lines.has(line)),
      added: [...lines].filter((line) => !before.includes(line)),
    };
  });
}
