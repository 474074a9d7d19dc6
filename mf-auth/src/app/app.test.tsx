import { renderApp } from '@redress/testing';
import { act, screen } from '@testing-library/react';
import { App } from './app.tsx';

const heading = () => screen.getByRole('heading', { level: 1 }).textContent;

it('shows the page that the address names, and keeps it at the address of another remote', () => {
  const seen = ['/forgot-password/', '/dashboard', '/login', '/dashboard', '/forgot-password'].map((path, index) => {
    history.replaceState(null, '', path);
    if (index === 0) renderApp(<App />);
    else act(() => void dispatchEvent(new PopStateEvent('popstate')));
    return heading();
  });
  const [login, forgotten] = ['Log in to Redress', 'Reset your password'];
  expect(seen).toEqual([forgotten, forgotten, login, login, forgotten]);
});
