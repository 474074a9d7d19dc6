import type { ReleaseGraph } from '@redress/contracts/release-api';

/** Lengths of the picture; it is drawn as wide as its place. */
export const WIDTH = 960;
const ROW = 40;
const TOP = 48;
const COLUMN = { slot: 16, remote: 360, package: 704 } as const;
export const BOX = { width: 240, height: 28 } as const;

export interface Box {
  kind: keyof typeof COLUMN;
  name: string;
  note: string;
  x: number;
  y: number;
}
export interface Line {
  kind: 'fills' | 'draws' | 'uses';
  remote: string;
  other: string;
  path: string;
}

/** Where everything stands: slots, remotes and packages in a column each. */
export function layOut({ nodes, slots, packages }: ReleaseGraph): { boxes: Box[]; lines: Line[]; height: number } {
  const remotes = nodes.filter(({ name }) => name !== 'shell' || nodes.length === 1);
  const rows = Math.max(slots.length, remotes.length, packages.length, 1);
  const place = (kind: Box['kind'], names: readonly { name: string; note: string }[]): Box[] => {
    const first = TOP + ((rows - names.length) * ROW) / 2;
    return names.map((named, index) => ({ kind, ...named, x: COLUMN[kind], y: first + index * ROW }));
  };
  const boxes = [
    ...place(
      'slot',
      slots.map(({ name }) => ({ name, note: '' })),
    ),
    ...place(
      'remote',
      remotes.map(({ name, isOff }) => ({ name, note: isOff ? 'off' : '' })),
    ),
    ...place(
      'package',
      packages.map(({ name, provided }) => ({ name, note: provided ?? '' })),
    ),
  ];
  const find = (kind: Box['kind'], name: string) => boxes.find((box) => box.kind === kind && box.name === name);
  const middle = ({ y }: Box) => y + BOX.height / 2;
  const join = (kind: Line['kind'], remoteName: string, otherKind: Box['kind'], otherName: string): Line[] => {
    const [remote, other] = [find('remote', remoteName), find(otherKind, otherName)];
    if (!remote || !other) return [];
    const [left, right] = remote.x < other.x ? [remote, other] : [other, remote];
    const [from, to] = [left.x + BOX.width, right.x];
    const bend = (from + to) / 2;
    // Beside each other where one remote both draws and fills.
    const shift = kind === 'draws' ? 4 : 0;
    const path = `M${from} ${middle(left) + shift}C${bend} ${middle(left) + shift} ${bend} ${middle(right) + shift} ${to} ${middle(right) + shift}`;
    return [{ kind, remote: remoteName, other: otherName, path }];
  };
  const lines = [
    ...slots.flatMap(({ name, filledBy, drawnBy }) => [
      ...(filledBy === null ? [] : join('fills', filledBy, 'slot', name)),
      ...drawnBy.flatMap((drawer) => join('draws', drawer, 'slot', name)),
    ]),
    ...packages.flatMap(({ name, users }) => users.flatMap((user) => join('uses', user.name, 'package', name))),
  ];
  return { boxes, lines, height: TOP + rows * ROW + 8 };
}
