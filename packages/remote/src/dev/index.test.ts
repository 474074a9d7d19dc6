import { devCommand } from './index.ts';

const run = (...args: string[]) =>
  devCommand.run(args, { directory: '/nowhere', environment: {}, write: () => {}, writeError: () => {} });

it.each<[string, string[]]>([
  ['no address', ['--site', 'www']],
  ['http over a network', ['--site', 'http://www.example.org']],
  ['a file', ['--site', 'file:///etc/passwd']],
  ['a name that begins like this machine', ['--site', 'http://localhost.evil.example']],
  ['two ways to run', ['--alone', '--site', 'https://www.example.org']],
  ['a site and a recorded one', ['--site', 'https://www.example.org', '--replay', 'folder']],
  ['a recorded API', ['--replay', 'folder', '--api=site']],
  ['an API that is none', ['--site', 'https://www.example.org', '--api=real']],
  ['no port', ['--site', 'https://www.example.org', '--port', '80x']],
])('refuses %s, and says what to write', async (_, args) => {
  await expect(run(...args)).rejects.toMatchObject({ code: 'OPTIONS', remedy: expect.stringMatching(/\w/) });
});

it('says that a folder holds no recorded site', async () => {
  await expect(run('--replay', '/nowhere/at-all')).rejects.toMatchObject({ code: 'NOT_RECORDED' });
});
