/**
 * Kills the process it is loaded into with SIGKILL, at a step its parent names: a statement sent to PostgreSQL, or a write,
 * rename or link of a file. Loaded before anything else, so that every one of them is counted.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import pg from 'pg';

/** Before the step is begun, or when it is done and nobody has been told yet. */
export type Moment = 'before' | 'after';
export interface DeathAt {
  step: number;
  moment: Moment;
}

let death: DeathAt | null = null;
let done = 0;
process.on('message', (wanted: DeathAt) => {
  death = wanted;
  done = 0;
  process.send?.('armed');
});

const die = () => void process.kill(process.pid, 'SIGKILL');

function counted<A extends unknown[], R>(work: (...args: A) => R): (...args: A) => R {
  return function (this: unknown, ...args: A): R {
    if (death === null) return work.apply(this, args);
    done += 1;
    const isLast = done === death.step;
    if (isLast && death.moment === 'before') die();
    const result = work.apply(this, args);
    if (!isLast) return result;
    if (result instanceof Promise) return result.finally(die) as R;
    die();
    return result;
  };
}

pg.Client.prototype.query = counted(pg.Client.prototype.query as (...args: unknown[]) => unknown) as never;
for (const name of ['writeFileSync', 'renameSync', 'linkSync'] as const) fs[name] = counted(fs[name] as never) as never;
for (const name of ['writeFile', 'rename', 'link'] as const)
  fs.promises[name] = counted(fs.promises[name] as never) as never;
syncBuiltinESMExports();
