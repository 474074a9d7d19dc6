import { COMMANDS } from './commands/index.ts';
import { helpOfOne } from './help.ts';
import { readOptions } from './options.ts';

it.each(Object.entries(COMMANDS))('%s: its help shows examples of it that are read as commands', (name, command) => {
  expect(command.examples.length).toBeGreaterThan(0);
  for (const example of command.examples) {
    const words = [...example.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
    expect(readOptions(words, {}).command).toBe(name);
    expect(helpOfOne(command)).toContain(`npm run release -- ${example}`);
  }
  expect(command.usage.split(' ')[0]).toBe(name);
});
