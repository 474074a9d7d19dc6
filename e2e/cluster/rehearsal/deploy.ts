import { readFileSync } from 'node:fs';

const read = (file: string) => readFileSync(new URL(`../../../docs/deploy/${file}`, import.meta.url), 'utf8');

/**
 * A file of docs/deploy as this cluster runs by it: what is not named here is what operators are told.
 * @param replaced - what stands in the file, and what stands in its place here: addresses, ports and folders
 * @throws naming what the file has no more
 */
export function fromDeploy(file: string, replaced: readonly (readonly [string, string])[]): string {
  return replaced.reduce((text, [theirs, ours]) => {
    if (!text.includes(theirs)) throw new Error(`docs/deploy/${file} does not say: ${theirs}`);
    return text.replaceAll(theirs, () => ours);
  }, read(file));
}

export interface Unit {
  /** Of Node, in the folder of the code: limits of its heap (decision 0239), and the program. */
  args: readonly string[];
  /** Variables that processes of every role get (decision 0244). */
  environment: Readonly<Record<string, string>>;
  /** Milliseconds from a crash to the next start (RestartSec). */
  restartMs: number;
  stopSignal: NodeJS.Signals;
  /** Milliseconds from the signal to SIGKILL (TimeoutStopSec). */
  stopMs: number;
  memoryMb: number;
}

/** The unit of docs/deploy: each process is started and ended as it says. */
export function readUnit(): Unit {
  const text = read('systemd/redress@.service');
  const all = (name: string) => [...text.matchAll(new RegExp(`^${name}=(.+)$`, 'gm'))].map(([, said = '']) => said);
  const number = (name: string) => Number.parseInt(all(name)[0] ?? '', 10);
  const [command = ''] = all('ExecStart');
  const pairs = all('Environment').flatMap((line) => line.split(' '));
  return {
    args: command.split(' ').slice(1),
    // Variables with the instance name (`%i`) are folders, and the rehearsal has its own.
    environment: Object.fromEntries(
      pairs.filter((pair) => !pair.includes('%i')).map((pair) => pair.split('=') as [string, string]),
    ),
    restartMs: number('RestartSec') * 1_000,
    stopSignal: all('KillSignal')[0] as NodeJS.Signals,
    stopMs: number('TimeoutStopSec') * 1_000,
    memoryMb: number('MemoryMax'),
  };
}
