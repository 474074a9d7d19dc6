import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** The program itself, started as a person starts it. */
const MAIN = path.resolve(import.meta.dirname, '../src/main.ts');

export interface Program {
  child: ChildProcess;
  /** Everything it said so far. */
  output(): string;
  /** Resolves with the first match in what it says. @throws when it ends before */
  says(pattern: RegExp): Promise<RegExpExecArray>;
  exit: Promise<number>;
  end(signal: NodeJS.Signals): Promise<number>;
}

export function startProgram(environment: Record<string, string>): Program {
  const child = spawn(process.execPath, ['--no-warnings', MAIN], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const waiting = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      for (const check of waiting) check();
    });
  }
  const exit = once(child, 'close').then(([code]) => {
    for (const check of waiting) check();
    return (code as number | null) ?? 1;
  });
  return {
    child,
    output: () => text,
    exit,
    says: (pattern) =>
      new Promise((resolve, reject) => {
        const check = () => {
          const match = pattern.exec(text);
          if (match) resolve(match);
          else if (child.exitCode !== null || child.signalCode !== null) reject(new Error(`ended with: ${text}`));
          else return;
          waiting.delete(check);
        };
        waiting.add(check);
        check();
      }),
    async end(signal) {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      return exit;
    },
  };
}

/** Ready, or running and saying what it waits for. */
const SITE = /(?:Site\s+|Redress runs at )(http:\/\/\S+)/;

export const originOf = async (program: Program): Promise<string> => (await program.says(SITE))[1] as string;
