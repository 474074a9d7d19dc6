import { render, screen } from '@testing-library/react';
import { PageHeading } from './text.tsx';

// Alone in its file: a document is freshly opened once, and a test before this one would use that up.
it('leaves the focus of a freshly opened document alone, then takes it on every change of screen', () => {
  const { rerender } = render(<PageHeading screen="category">Which of these?</PageHeading>);
  expect(document.body).toHaveFocus();

  rerender(<PageHeading screen="details">Tell us more</PageHeading>);
  expect(screen.getByRole('heading', { level: 1, name: 'Tell us more' })).toHaveFocus();
});
