import { getStore } from '@redress/session-store';

/**
 * Whether this tab has a claim that must be fetched first. After a change of builds the store still holds it: there is
 * nothing to wait for.
 */
export function hasClaimToFetch(): boolean {
  const { wizard, claim } = getStore().getState();
  return wizard.revision === null && (claim.id !== null || claim.edit !== null);
}
