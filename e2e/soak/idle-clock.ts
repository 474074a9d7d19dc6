import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/**
 * Numbers of the processors that this program may run on, and with it the cluster that it has started (`taskset`, a container).
 * @param status - `/proc/self/status`
 */
export function allowedProcessors(status: string): number[] {
  const list = /^Cpus_allowed_list:\s+(\S+)$/m.exec(status)?.[1] ?? '';
  return list.split(',').flatMap((range) => {
    const [first = NaN, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}

/** @returns a function that gives the idle share of these processors since this call, 0 to 1 */
export function idleClock(): () => number {
  const allowed = new Set(allowedProcessors(readFileSync('/proc/self/status', 'utf8')));
  const look = () => {
    const times = cpus()
      .filter((_, number) => allowed.has(number))
      .map((processor) => processor.times);
    return {
      idle: times.reduce((sum, { idle }) => sum + idle, 0),
      all: times.reduce((sum, { user, nice, sys, irq, idle }) => sum + user + nice + sys + irq + idle, 0),
    };
  };
  const first = look();
  return () => {
    const last = look();
    return (last.idle - first.idle) / (last.all - first.all);
  };
}
