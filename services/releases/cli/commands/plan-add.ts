import type { Command } from '../command.ts';
import { fieldsOf, optionsOf, refuseMissing, timeOf } from '../fields.ts';
import { FROM, promotion } from '../named-builds.ts';
import { when } from '../print-answer.ts';
import { seen } from '../act.ts';

export const planAdd: Command = {
  names: '<remote>[@build] …',
  about: 'promote these builds at a time to come, all in one snapshot; gate and freezes are asked then',
  options: { ...optionsOf(fieldsOf('schedule')), ...FROM, 'from-channel': 'text' },
  examples: ['plan add mf-wizard@0123456789ab --at 2026-12-27T08:00Z --reason "after the holidays"'],
  async run(typed, releases) {
    const connection = await releases();
    const lines: string[] = [];
    const asked = await promotion(connection, typed, lines);
    const at = typed.text('at');
    if (at === undefined) return refuseMissing('at', typed.word);
    const made = await connection.call('schedule', {
      ...asked,
      at: timeOf(at, '--at'),
      seen: await seen(connection, typed),
    });
    return { json: made, text: [...lines, `Promotion ${made.id} is planned for ${when(made.at)}.`].join('\n') };
  },
};
