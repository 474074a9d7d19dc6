/** Resolves when the browser has nothing better to do; after two seconds in any case. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari has no idle callback.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 2000 });
    else setTimeout(resolve, 200);
  });

/** Whether the visitor asked for little traffic, or has a slow line: nothing is fetched that was not asked for. */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  return connection?.saveData === true || /2g$/.test(connection?.effectiveType ?? '');
}

/** Fetches code that nobody waits for until it comes; each wait is longer than the last, and none the same in two tabs. */
export async function untilLoaded<Module>(load: () => Promise<Module>): Promise<Module> {
  for (let waitMs = 2000; ; waitMs = Math.min(waitMs * 2, 60_000)) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, waitMs * (0.5 + Math.random())));
    }
  }
}
