import { render } from '@testing-library/react';
import { PageHeading, usePageTitle } from './text.tsx';

it('leaves the focus in a dialog that is open over the page', () => {
  document.body.insertAdjacentHTML('beforeend', '<dialog open><button>Yes</button></dialog>');
  const button = document.querySelector('dialog button') as HTMLButtonElement;
  const { rerender } = render(<PageHeading screen="first">First</PageHeading>);
  button.focus();
  rerender(<PageHeading screen="other">Other</PageHeading>);
  expect(button).toHaveFocus();
  document.querySelector('dialog')?.remove();
});

it('says in the title of the page that something is wrong', () => {
  function Page({ hasError }: { hasError: boolean }) {
    usePageTitle('Your information', hasError);
    return null;
  }
  const { rerender } = render(<Page hasError={false} />);
  expect(document.title).toBe('Your information · Redress');
  rerender(<Page hasError />);
  expect(document.title).toBe('Error: Your information · Redress');
});
