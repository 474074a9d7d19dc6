import type { SessionRow } from '@redress/contracts';
import { aUser, renderApp } from '@redress/testing';
import { screen } from '@testing-library/react';
import { CompletedClaimsPage } from './completed-claims-page.tsx';

const row: SessionRow = {
  session_id: 'c'.repeat(24),
  form_session_id: 'c'.repeat(24),
  package_title: 'Small Claims',
  form_data: { situation: 'other', amount: '1250' },
  current_step: '6',
  progress: 100,
  status_label: 'Completed',
  is_completed: true,
  created_at: '2026-03-02T15:04:00.000Z',
  updated_at: '2026-03-02T15:04:00.000Z',
};

it('gives its buttons no label on a card: they say what they do', async () => {
  renderApp(<CompletedClaimsPage />, {
    user: aUser(),
    calls: { getActiveSessions: { sessions: [row], total: 1 } },
  });
  const cell = (await screen.findByRole('link', { name: /letter/i })).closest('td');
  expect(cell).toHaveClass('selfExplaining');
});
