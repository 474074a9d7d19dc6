import { render } from '@testing-library/react';
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
