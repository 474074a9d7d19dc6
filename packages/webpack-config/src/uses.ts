import { MOST_NEXT } from '@redress/contracts/releases';

/** What a build takes from the other builds of the site, read from its own scripts. */
export interface Uses {
  /** Slots it draws: `wizard.payment`. */
  slots: string[];
  /** Pages of the site it names: `/dashboard`. */
  links: string[];
}

const SLOT = /\bname:\s*["'`]([a-z]+\.[a-z-]+)["'`]/g;
const LINK = /["'`](\/[a-z0-9-]+(?:\/[a-z0-9-]+)*|\/)["'`]/g;
/** Addresses that are no page. */
const NOT_A_PAGE = /^\/(api|assets|releases)(\/|$)/;

const found = (pattern: RegExp, scripts: readonly string[]): string[] =>
  [...new Set(scripts.flatMap((script) => [...script.matchAll(pattern)].map(([, name]) => name as string)))].sort();

/**
 * The release gate compares this with what a rollback takes away. Too much is harmless: only what another build really
 * fills or serves is looked up in it.
 */
export const usesOf = (scripts: readonly string[]): Uses => ({
  slots: found(SLOT, scripts),
  links: found(LINK, scripts).filter((path) => !NOT_A_PAGE.test(path)),
});

/** What pages that say nothing else are likely to need next: a slot is a part of the same page, so it comes first. */
export const likelyNext = ({ slots, links }: Uses): string[] => [...slots, ...links].slice(0, MOST_NEXT);
