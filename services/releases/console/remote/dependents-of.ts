import type { ReleaseGraph } from '@redress/contracts/release-api';
import { remoteTexts } from './remote-texts.ts';

/** @returns what is named, with who is touched by it; "None" where nobody is */
export function dependentsOf({ nodes, packages, ifOff }: ReleaseGraph, remote: string) {
  const closes = ifOff.find(({ name }) => name === remote);
  const unknown = nodes.filter(({ draws }) => draws === null).map(({ name }) => name);
  const given = remote === 'shell' ? packages.filter(({ provided }) => provided !== null) : [];
  const rows: [string, readonly string[]][] = [
    ...(closes
      ? ([
          [remoteTexts.pages, closes.routes],
          [
            remoteTexts.emptySlots,
            closes.slots.map(({ name, pagesOf }) => `${name}, ${remoteTexts.inPagesOf(pagesOf)}`),
          ],
          [remoteTexts.linkedFrom, closes.linkedFrom],
        ] as [string, readonly string[]][])
      : []),
    ...given.map(({ name, provided, users }): [string, readonly string[]] => [
      `${name} ${provided}`,
      users.map((user) => `${user.name} (${user.version})`),
    ]),
    // Built before it was listed which slots a build draws.
    ...(unknown.length > 0 ? ([[remoteTexts.unknownDraws, unknown]] as [string, readonly string[]][]) : []),
  ];
  return rows.map(([name, values]) => ({ name, value: values.join('; ') || remoteTexts.nothing }));
}
