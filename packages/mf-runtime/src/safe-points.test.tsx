import { render } from '@testing-library/react';
import { isDirty, onClean, useUnsavedChanges } from './safe-points.ts';

function Editor({ dirty }: { dirty: boolean }) {
  useUnsavedChanges(dirty);
  return null;
}
// Outside a remote's tree the owner is the empty name.
const OWNER = '';

it('counts as unsaved until the last of several editors is saved or gone', () => {
  let cleaned = 0;
  const stop = onClean(() => (cleaned += 1));
  const first = render(<Editor dirty />);
  const second = render(<Editor dirty />);
  expect(isDirty(OWNER)).toBe(true);
  first.rerender(<Editor dirty={false} />);
  expect(isDirty(OWNER)).toBe(true);
  expect(cleaned).toBe(0);
  second.unmount();
  expect(isDirty(OWNER)).toBe(false);
  expect(cleaned).toBe(1);
  stop();
});

it('asks before the tab is closed over unsaved edits, and only then', () => {
  const close = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  const { rerender } = render(<Editor dirty />);
  expect(close()).toBe(true);
  rerender(<Editor dirty={false} />);
  expect(close()).toBe(false);
});
