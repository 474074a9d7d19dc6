import type { Command } from '../command.ts';
import { said } from '../command.ts';
import { printOverview, printStatus } from '../print.ts';

/** Faults of a channel, then what it serves. */
export const statusCommand: Command = {
  names: '',
  about: 'what is not well, the worst first, and what the channel serves',
  options: { channel: 'text' },
  examples: ['status', 'status --channel preview', 'status --json'],
  async run({ channel }, releases) {
    const { call } = await releases();
    const [status, { lines }] = await Promise.all([call('status', { channel }), call('overview', {})]);
    return said({ ...status, lines }, (all) => `${printOverview(all)}\n\n${printStatus(all)}`);
  },
};
