const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** A child that ran for so long ends by a new fault and not by the one before. */
const STEADY_MS = 60_000;

/** The program ends with this code after an error that nothing in it handled (`EX_SOFTWARE` of sysexits.h). */
export const CRASHED = 70;

/**
 * Keeps one child process running: a child that crashed or was killed by the system is started again after a pause
 * that doubles up to 30 s. One that ends in any other way, because it was asked to or because it refused to start,
 * has ended.
 * @param launch - starts the child
 * @param isAsked - whether the person at the terminal asked for the end
 * @returns the exit code to end with
 */
export async function keepRunning(launch, { isAsked, now, wait, say }) {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    const startedAt = now();
    const { code, signal } = await new Promise((resolve, reject) => {
      const child = launch();
      child.once('error', reject);
      child.once('exit', (exitCode, exitSignal) => resolve({ code: exitCode, signal: exitSignal }));
    });
    if (isAsked()) return signal ? 130 : (code ?? 1);
    if (signal === null && code !== CRASHED) return code ?? 1;
    if (now() - startedAt > STEADY_MS) pauseMs = FIRST_PAUSE_MS;
    say(`Redress exited unexpectedly (${signal ?? `exit code ${code}`}): restarting it in ${pauseMs / 1000} s.`);
    await wait(pauseMs);
    if (isAsked()) return 130;
  }
}
