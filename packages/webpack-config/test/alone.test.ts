import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { watchBuild, type WatchedBuild } from '../src/watch.ts';
import { useRemotes } from './fixture.ts';

const remote = useRemotes();

it('asks no shell for what is shared, and makes an update of each edit for the page as it stands', async () => {
  const card = (words: string) => `export const Card = () => <p>${words}</p>;`;
  const directory = remote({ 'src/index.ts': `void import('./card.tsx');`, 'src/card.tsx': card('one') });
  let built = Promise.withResolvers<WatchedBuild>();
  const watching = await watchBuild(
    { directory, alone: true, sourceMaps: false },
    { onBuilt: (build) => built.resolve(build), onFailed: (text) => built.reject(new Error(text)) },
  );
  const edit = (words: string) => {
    built = Promise.withResolvers();
    writeFileSync(path.join(directory, 'src/card.tsx'), card(words));
    return built.promise;
  };
  try {
    const first = await built.promise;
    expect(first.descriptor).toBeUndefined();
    const second = await edit('two');
    const { files } = await edit('three');
    // A page that missed the first of them takes both.
    const updates = [...files].filter(([name]) => name.endsWith('.hot-update.js'));
    const updateOf = ({ buildId }: WatchedBuild) => updates.find(([name]) => name.includes(buildId))?.[1].toString();
    expect([updateOf(first), updateOf(second)]).toEqual(['two', 'three'].map((each) => expect.stringContaining(each)));
  } finally {
    await watching.close();
  }
}, 60_000);
