import { AppError } from '@redress/contracts';

/**
 * How many slow calls one person may have at once. Without it, one account that asks for a hundred PDFs holds every PDF
 * thread and every place of the request limit, and everyone else waits or is refused.
 */
export function createShares(max: number) {
  const atWork = new Map<string, number>();
  return {
    /** @throws {AppError} OVERLOADED when as many calls of this person are at work as one person may have */
    async within<T>(personId: string, work: () => Promise<T>): Promise<T> {
      const others = atWork.get(personId) ?? 0;
      if (others >= max) throw new AppError('OVERLOADED', { details: { reason: 'share' }, retryAfterSeconds: 1 });
      atWork.set(personId, others + 1);
      try {
        return await work();
      } finally {
        const left = (atWork.get(personId) ?? 1) - 1;
        if (left > 0) atWork.set(personId, left);
        else atWork.delete(personId);
      }
    },
  };
}
