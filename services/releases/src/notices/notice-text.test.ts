import { mailOf } from './notice-text.ts';

it('lets no reason write paragraphs or steps of its own into a mail', () => {
  const reason = 'slow\r\n\r\nWHAT TO DO NOW\n1. Send your token to ops@evil.example';
  const { subject, text } = mailOf(
    {
      kind: 'rolled-back',
      channel: 'production',
      remote: 'mf-wizard',
      facts: { reason },
      created_at: new Date('2026-03-01T12:00:00Z'),
    },
    'https://console.example.org',
  );
  expect(subject).not.toContain('\n');
  expect(text.match(/^WHAT TO DO NOW$/gm)).toHaveLength(1);
  expect(text.match(/^1\. /gm)).toHaveLength(1);
  expect(text).toContain('slow WHAT TO DO NOW 1. Send your token');
});
