import { isReleaseRefusal, ReleaseRefusal } from '../refusal.ts';

/** A full disk, a used-up quota, a file system made read-only. */
const CANNOT_WRITE = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);
export const isFullDisk = (error: unknown): boolean =>
  CANNOT_WRITE.has((error as NodeJS.ErrnoException | null)?.code ?? '');

/**
 * For work that asks the store of builds and nothing else: what fails in it is the store.
 * @throws {ReleaseRefusal} `STORE_AWAY`; refusals and a full disk as they are
 */
export async function whileStoreAnswers<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isReleaseRefusal(error) || isFullDisk(error)) throw error;
    throw new ReleaseRefusal(
      'STORE_AWAY',
      `The store of builds does not answer: ${(error as Error).message.replace(/\.$/, '')}.`,
    );
  }
}
