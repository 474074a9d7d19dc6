import type { DocumentSets, HeldRelease } from './document-sets.ts';

/** Whatever a change brought down is taken back at once, and its documents must not wait for the best compression of those before. */
const RECOMPRESS_AFTER_MS = 2_000;

/**
 * The documents that are served: those of the newest snapshot that could be made.
 * @param make - draws the documents of one release
 * @param onMade - they are served from now on
 */
export function keepDocuments(
  make: (held: HeldRelease) => Promise<DocumentSets>,
  onMade: (made: DocumentSets) => void,
) {
  let documents: DocumentSets | null = null;
  /** Number of the newest snapshot that documents are to be made of. */
  let wanted = 0;
  let recompressing: NodeJS.Timeout | undefined;
  let making: Promise<void> = Promise.resolve();
  let isStopped = false;

  /** Documents are new after a release, and when a price has changed. */
  const recompressLater = () => {
    const made = documents;
    if (!made || isStopped) return;
    clearTimeout(recompressing);
    const isNewest = () => documents === made && wanted === made.snapshotNumber && !isStopped;
    recompressing = setTimeout(() => void made.recompress(isNewest), RECOMPRESS_AFTER_MS).unref();
  };

  return {
    current: () => documents,
    recompressLater,
    /**
     * One after the other, and the newest wins: a slow older set never replaces a newer one. What fails is thrown: the
     * read side says so and asks again, and the documents before stay.
     */
    remake(held: HeldRelease): Promise<void> {
      wanted = Math.max(wanted, held.snapshot.number);
      clearTimeout(recompressing);
      const made = making.then(async () => {
        if (documents && documents.snapshotNumber >= held.snapshot.number) return;
        documents = await make(held);
        onMade(documents);
        recompressLater();
      });
      making = made.catch(() => {});
      return made;
    },
    stop(): Promise<void> {
      isStopped = true;
      clearTimeout(recompressing);
      return making;
    },
  };
}
