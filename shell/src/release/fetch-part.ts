import { RELEASE_ROUTES } from '@redress/contracts/releases';
import { SnapshotError } from '@redress/mf-runtime/host';

/** The part of a snapshot that its document did not bring. @param again - past the caches, one of which may answer wrongly */
export async function fetchPart(digest: string, again: boolean): Promise<string> {
  const response = await fetch(`${RELEASE_ROUTES.part}?${new URLSearchParams({ digest })}`, {
    cache: again ? 'reload' : 'default',
    credentials: 'same-origin',
  });
  if (!response.ok) throw new Error(`${RELEASE_ROUTES.part}: ${response.status}`);
  return response.text();
}

export const isWrongPart = (error: unknown): boolean => error instanceof SnapshotError && error.reason === 'wrong-part';
