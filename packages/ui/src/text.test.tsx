import { render, screen } from '@testing-library/react';
import { PageHeading, usePageTitle } from './text.tsx';

it('leaves the focus of a freshly opened document alone, then takes it on every change of screen', () => {
  const { rerender } = render(<PageHeading screen="category">Which of these?</PageHeading>);
  expect(document.body).toHaveFocus();

  rerender(<PageHeading screen="details">Tell us more</PageHeading>);
  expect(screen.getByRole('heading', { level: 1, name: 'Tell us more' })).toHaveFocus();
});

it('leaves the focus in a dialog that is open over the page', () => {
  document.body.insertAdjacentHTML('beforeend', '<dialog open><button>Yes</button></dialog>');
  const button = document.querySelector('dialog button') as HTMLButtonElement;
  button.focus();
  render(<PageHeading screen="other">Other</PageHeading>);
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
