import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { watchBuild, type WatchedBuild } from '../src/watch.ts';
import { useRemotes } from './fixture.ts';

const remote = useRemotes();

it.each([
  ['alone', true],
  ['in the site', false],
])(
  'makes an update of each edit for a page as it stands, of a remote %s',
  async (_, alone) => {
    const card = (words: string) => `export const Card = () => <p>${words}</p>;`;
    const loads = `export const mount = () => import('./card.tsx');`;
    const directory = remote({ 'src/index.ts': loads, 'src/lifecycles.tsx': loads, 'src/card.tsx': card('one') });
    let built = Promise.withResolvers<WatchedBuild>();
    const watching = await watchBuild(
      { directory, alone, sourceMaps: false, refresh: true },
      { onBuilt: (build) => built.resolve(build), onFailed: (text) => built.reject(new Error(text)) },
    );
    const edit = (words: string) => {
      built = Promise.withResolvers();
      writeFileSync(path.join(directory, 'src/card.tsx'), card(words));
      return built.promise;
    };
    try {
      expect((await built.promise).descriptor?.entry).toBe(alone ? undefined : 'entry.js');
      await edit('two');
      const { files, descriptor } = await edit('three');
      // A page that missed the first of them takes both.
      const updates = [...files].filter(([name]) => name.endsWith('.hot-update.js')).map(([, text]) => text.toString());
      expect(
        updates
          .map((text) => /two|three/.exec(text)?.[0])
          .filter(Boolean)
          .sort(),
      ).toEqual(['three', 'two']);
      expect(JSON.stringify([descriptor?.entry, descriptor?.exposes])).not.toContain('hot-update');
    } finally {
      await watching.close();
    }
  },
  60_000,
);
