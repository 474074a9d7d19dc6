/** Resolves when the browser is idle; after two seconds in any case. */
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

/** Fetches code that no visitor waits for, again and again until it comes, with growing waits and jitter. */
export async function untilLoaded<Module>(load: () => Promise<Module>): Promise<Module> {
  for (let waitMs = 2000; ; waitMs = Math.min(waitMs * 2, 60_000)) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, waitMs * (0.5 + Math.random())));
    }
  }
}
