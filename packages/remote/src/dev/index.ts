import { parseArgs } from 'node:util';
import { type Command, CommandRefused } from '../command.ts';

/** Runs until the process is ended. */
const forever = (): Promise<never> => new Promise(() => undefined);

const refuse = (message: string, remedy: string) => new CommandRefused('OPTIONS', message, remedy);

const OPTIONS = {
  alone: { type: 'boolean', default: false },
  port: { type: 'string', default: '0' },
  site: { type: 'string' },
  record: { type: 'string' },
  replay: { type: 'string' },
  api: { type: 'string' },
  'allow-writes': { type: 'boolean', default: false },
} as const;

/** @throws {CommandRefused} `OPTIONS` */
function siteOf(given: string): string {
  const url = URL.parse(given);
  const isHere = url !== null && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  // What is answered without https is anybody's on the way; its code would run with the session of the developer.
  if (url?.protocol === 'https:' || (isHere && url.protocol === 'http:')) return url.origin;
  throw refuse(`${given} is no address of a site.`, 'Name it with https://, or http://localhost.');
}

export const devCommand: Command = {
  usage:
    'dev [--alone | --site https://… | --replay folder] [--record folder] [--api site|fakes] [--allow-writes] [--port N]',
  about:
    'rebuilds as you save; --alone: as a page of its own, with made answers; --site: inside the deployed site, where writes are refused unless allowed',
  async run(args, { directory, write }) {
    const { values } = parseArgs({ args: [...args], options: OPTIONS });
    const { site, replay, record, alone } = values;
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < 0 || port > 65535)
      throw refuse(`${values.port} is no port.`, 'Name one from 1024 to 65535.');
    if ([alone, site, replay].filter((one) => one !== undefined && one !== false).length > 1)
      throw refuse('--alone, --site and --replay are three ways to run.', 'Name one of them.');
    if (site === undefined && replay === undefined) {
      const { watch } = await import('@redress/webpack-config');
      await watch({ directory, port, alone, sourceMaps: false, write });
      return forever();
    }
    const api = values.api ?? (replay === undefined ? 'site' : 'fakes');
    if (api !== 'site' && api !== 'fakes') throw refuse(`--api=${api} is none.`, 'Name site or fakes.');
    if (replay !== undefined && api === 'site') throw refuse('A recorded site has no API.', 'Leave out --api=site.');
    const { developInSite } = await import('./develop-in-site.ts');
    await developInSite({
      directory,
      port,
      where: site === undefined ? { replay: replay! } : { site: siteOf(site), record },
      api,
      allowWrites: values['allow-writes'],
      write,
    });
    return forever();
  },
};
