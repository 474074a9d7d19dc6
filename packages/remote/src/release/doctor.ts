import { parseArgs } from 'node:util';
import type { Inspection } from '@redress/contracts/release-api';
import { inOneLine } from '@redress/release-client';
import { inspectBuild, readTypesAbout, type TypesAbout } from '@redress/release-client/publish';
import type { Command, Surroundings } from '../command.ts';
import { builtFolder } from './built.ts';
import { addressOf, connectionOf, teamKeyOf, tokenOf } from './settings.ts';

/** One thing that is wrong, or worth knowing, with the way to mend it. */
interface Note {
  code: string;
  message: string;
  remedy: string;
}

const MOST_OFF_MS = 5 * 60_000;
const DAY_MS = 86_400_000;
const OLDEST_NODE = 24;

const noteOf = (error: unknown): Note => {
  const { code, message, remedy, advice } = error as Partial<Note> & { advice?: string | null };
  return { code: code ?? 'FAILED', message: message ?? String(error), remedy: remedy ?? advice ?? '' };
};

/** @returns what `work` gives, or `null` with what it threw among the notes */
async function noted<T>(notes: Note[], work: () => T | Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    notes.push(noteOf(error));
    return null;
  }
}

const nodeNotes = (version: string): Note[] =>
  Number(version.split('.')[0]) >= OLDEST_NODE
    ? []
    : [{ code: 'NODE_OLD', message: `This is Node ${version}.`, remedy: `Use Node ${OLDEST_NODE} or newer.` }];

/** What is worth knowing beside what the service refuses or warns of. */
export function adviceOf(inspected: Inspection, about: TypesAbout | null, now: Date): Note[] {
  const notes: Note[] = [];
  const off = Math.abs(new Date(inspected.at).getTime() - now.getTime());
  if (off > MOST_OFF_MS)
    notes.push({
      code: 'CLOCK_OFF',
      message: `The clock of this machine is ${Math.round(off / 60_000)} minutes off that of the release service.`,
      remedy: 'Set it: times in the ledger and of tokens are those of the service.',
    });
  if (about && about.shell.buildId !== inspected.shell.buildId) {
    const days = Math.max(0, Math.floor((new Date(inspected.at).getTime() - new Date(about.at).getTime()) / DAY_MS));
    notes.push({
      code: 'TYPES_OLD',
      message: `The types here are of shell ${about.shell.buildId}, ${days} days old; ${inspected.channel} serves ${inspected.shell.buildId}.`,
      remedy: 'Run `redress-remote types`, then the compiler: it names what has changed.',
    });
  }
  if (inspected.sameVersion.length > 0 && !inspected.isPublished)
    notes.push({
      code: 'VERSION_TAKEN',
      message: `Another build of this version is published: ${inspected.sameVersion.join(', ')}.`,
      remedy: 'Raise `version` in package.json, so that people can tell the two apart.',
    });
  return notes;
}

const lines = (kind: string, notes: readonly Note[]): string[] =>
  inOneLine(notes).map(({ code, message, remedy }) => `${kind}  ${code}: ${message}\n       ${remedy}`);

interface Examined {
  wrong: Note[];
  worthKnowing: Note[];
  inspected: Inspection | null;
}

/** Everything that can be found without one thing hiding another. */
async function examine(
  surroundings: Surroundings,
  options: { dist?: string | undefined; maps: boolean; channel: string },
): Promise<Examined> {
  const { environment, directory } = surroundings;
  const wrong: Note[] = nodeNotes(process.versions.node);
  const address = await noted(wrong, () => addressOf(environment));
  const token = await noted(wrong, () => tokenOf(environment));
  const key = await noted(wrong, () => teamKeyOf(environment));
  const folder = await noted(wrong, () => builtFolder(surroundings, options));
  if (address === null || token === null || !key || !folder) return { wrong, worthKnowing: [], inspected: null };
  const { call } = connectionOf(environment);
  const inspected = await noted(wrong, () => inspectBuild(call, folder, { key, channel: options.channel }));
  if (!inspected) return { wrong, worthKnowing: [], inspected };
  return {
    wrong: [...wrong, ...inspected.obstacles],
    worthKnowing: [...inspected.warnings, ...adviceOf(inspected, readTypesAbout(directory), new Date())],
    inspected,
  };
}

export const doctorCommand: Command = {
  usage: 'doctor [--dist folder] [--maps] [--channel name]',
  about: 'says what publishing and promoting this build would be refused for, and how to mend each; exit code 1 then',
  async run(args, surroundings) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        dist: { type: 'string' },
        maps: { type: 'boolean', default: false },
        channel: { type: 'string', default: 'production' },
      },
    });
    const { wrong, worthKnowing, inspected } = await examine(surroundings, values);
    for (const line of [...lines('wrong', wrong), ...lines('note ', worthKnowing)]) surroundings.write(line);
    if (inspected) {
      const { firstLoadBytes, budgetBytes, shell, channel, number } = inspected;
      surroundings.write(
        `First load: ${firstLoadBytes} of ${budgetBytes} bytes. Compared with snapshot ${number} of ${channel}, shell ${shell.version}-${shell.buildId}.`,
      );
    }
    if (wrong.length === 0) surroundings.write('Nothing stands in the way of a release.');
    return wrong.length === 0 ? 0 : 1;
  },
};
