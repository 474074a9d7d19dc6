import type { Category } from '@redress/contracts';

/** The kinds of claims as the server has them; the first screen has its own until they arrive. */
export interface CategoryList {
  categories: readonly Category[] | null;
  /** They could not be had. */
  categoriesProblem: { wasRefused: boolean; isBusy: boolean; retry(): void } | null;
}
