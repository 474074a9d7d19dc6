/** What is wrong; `null` when nothing is. @param late - the sentence for work that does not end in time */
export async function faultOf(work: () => Promise<unknown>, limitMs: number, late: string): Promise<Error | null> {
  let timer: NodeJS.Timeout | undefined;
  const isLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(late)), limitMs);
  });
  try {
    await Promise.race([work(), isLate]);
    return null;
  } catch (error) {
    return error as Error;
  } finally {
    clearTimeout(timer);
  }
}
