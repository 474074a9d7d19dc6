import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Act } from './control.ts';
import type { KeptProcess } from './kept-process.ts';
import type { Member } from './layout.ts';

/** The program of the product in a copy of this repository. */
export const programIn = (code: string): string => path.join(code, 'services/site/src/main.ts');

/** What acts need of a running cluster. */
export interface Acting {
  members: readonly Member[];
  /** Folder of the code that members were started with. */
  code: string;
  processes(): readonly KeptProcess[];
  /** What `/readyz` of a member says now. */
  isReady(member: Member): Promise<{ ok: boolean; said: string }>;
  untilReady(members: readonly Member[]): Promise<void>;
  /** Until a process that is none of the product (`s3`, `nginx`) takes connections. */
  untilListening(name: string): Promise<void>;
  /** Port of the PostgreSQL that takes writes. */
  primary(): number;
  failover(say: (line: string) => void): Promise<void>;
}

/** `NAME=value`, one to a word. */
function readVariables(words: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    words.map((word) => {
      const [, name, value] = /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(word) ?? [];
      if (name === undefined || value === undefined) throw new Error(`${word} is not NAME=value.`);
      return [name, value];
    }),
  );
}

/** @returns what a person or a drill can ask of a running cluster, by name */
export function actsOn(acting: Acting) {
  const { members, code, processes, isReady, untilReady, untilListening, primary, failover } = acting;
  const codes = new Map(members.map(({ name }) => [name, code]));
  const named = (name: string | undefined) => {
    const found = processes().find((process) => process.name === name);
    if (!found) throw new Error(`There is no process ${name ?? ''}.`);
    return found;
  };
  const memberNamed = (name: string | undefined) => members.find((member) => member.name === name);
  /** Stops the process by its stop signal, starts it with these variables besides its own, and waits until it is ready. */
  const restart = async (name: string | undefined, words: readonly string[]) => {
    const member = memberNamed(name);
    const variables = readVariables(words);
    if (!member) {
      if (words.length > 0) throw new Error('Only a process of the product takes variables.');
      const process = named(name);
      await process.restart();
      return untilListening(process.name);
    }
    await named(name).restart({ environment: { ...member.environment, ...variables } });
    await untilReady([member]);
  };

  const acts = {
    async status(_words, say) {
      for (const member of members) {
        const { ok, said } = await isReady(member);
        const process = named(member.name);
        const folder = codes.get(member.name);
        const facts = [
          ok ? 'ready' : 'not ready',
          `process ${process.pid() ?? 'none'}`,
          `started again ${process.restarts()} times`,
          ...(folder === code ? [] : [`code of ${folder}`]),
        ];
        say(`${member.name.padEnd(12)} ${facts.join(', ')}${ok ? '' : `: ${said.slice(0, 300)}`}`);
      }
      say(`primary      127.0.0.1:${primary()}`);
    },
    restart: ([name, ...words]) => restart(name, words),
    start: async ([name]) => {
      if (named(name).pid() !== null) throw new Error(`${name} runs already.`);
      await restart(name, []);
    },
    stop: ([name]) => named(name).stop(),
    /** It is started again, as after a fault. */
    kill: async ([name]) => named(name).signal('SIGKILL'),
    /** It stays away, as when its machine is lost. */
    lose: ([name]) => named(name).end(),
    pause: async ([name]) => named(name).signal('SIGSTOP'),
    resume: async ([name]) => named(name).signal('SIGCONT'),
    async upgrade([name, folder = '']) {
      const member = memberNamed(name);
      if (!member) throw new Error(`${name ?? 'Nothing'} is no process of the product.`);
      if (!path.isAbsolute(folder) || !existsSync(programIn(folder)))
        throw new Error(`${folder || 'Nothing'} is no folder of the code: name it in full.`);
      await named(name).restart({
        cwd: folder,
        environment: member.environment,
      });
      codes.set(member.name, folder);
      await untilReady([member]);
    },
    failover: (_words, say) => failover(say),
  } satisfies Record<string, Act>;
  return acts as Record<keyof typeof acts, Act>;
}
