import { SnapshotError } from '@redress/mf-runtime/host';
import { createRefusals } from './refusals.ts';

function aTab() {
  const reported: string[] = [];
  let outdated = 0;
  const onRefused = createRefusals({
    report: (detail) => void reported.push(detail),
    onShellOutdated: () => void (outdated += 1),
  });
  return { onRefused, reported, outdated: () => outdated };
}

it('reports what must not be used, each reason once', () => {
  const { onRefused, reported } = aTab();
  for (const reason of ['bad-signature', 'bad-signature', 'expired'] as const) onRefused(new SnapshotError(reason));
  expect(reported).toEqual(['release snapshot refused: bad-signature', 'release snapshot refused: expired']);
});

it('wants a document with the keys of now where no known key signed', () => {
  const { onRefused, outdated } = aTab();
  onRefused(new SnapshotError('unknown-key'));
  expect(outdated()).toBe(1);
});

it.each([
  ['that is behind the site of this document', new SnapshotError('older')],
  ['that cannot be reached', new TypeError('Failed to fetch')],
])('does not count a site %s against the shell', (_, error) => {
  const { onRefused, reported } = aTab();
  onRefused(error);
  expect(reported).toEqual([]);
});
