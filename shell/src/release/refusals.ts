import { SnapshotError } from '@redress/mf-runtime/host';

interface RefusalsPort {
  /** What arrived and must not be used counts against the build that is shown. */
  report(detail: string): void;
  onShellOutdated(): void;
}

/** What becomes of an error of following releases: reported once for each reason, or asked again later. */
export function createRefusals({ report, onShellOutdated }: RefusalsPort): (error: unknown) => void {
  const reported = new Set<string>();
  return (error) => {
    // A site that cannot be reached is asked again later; so is one that is behind the site of this document. The health
    // gate counts reports: one site far behind would have a fresh shell rolled back.
    if (!(error instanceof SnapshotError) || error.reason === 'older' || reported.has(error.reason)) return;
    reported.add(error.reason);
    // The next page is a document of its own, with the keys of then.
    if (error.reason === 'unknown-key' || error.reason === 'unknown-root') onShellOutdated();
    report(error.message);
  };
}
