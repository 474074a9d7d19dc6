import { render, screen } from '@testing-library/react';
import { useLayoutEffect, useRef } from 'react';
import { PageHeading } from './text.tsx';

it('leaves the focus in a dialog that is open over the page', () => {
  document.body.insertAdjacentHTML('beforeend', '<dialog open><button>Yes</button></dialog>');
  const button = document.querySelector('dialog button') as HTMLButtonElement;
  const { rerender } = render(<PageHeading screen="first">First</PageHeading>);
  button.focus();
  rerender(<PageHeading screen="other">Other</PageHeading>);
  expect(button).toHaveFocus();
  document.querySelector('dialog')?.remove();
});

/** A field that somebody has reached between the drawing of a screen and its effects. */
function ReachedField() {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  return <input ref={field} aria-label="Story" />;
}

it('leaves the focus that was moved since the screen was drawn', () => {
  const { rerender } = render(<PageHeading screen="first">First</PageHeading>);
  rerender(
    <>
      <PageHeading key="other" screen="other">
        Other
      </PageHeading>
      <ReachedField />
    </>,
  );
  expect(screen.getByLabelText('Story')).toHaveFocus();
});
