export const PDF = '%PDF-1.7\n1 0 obj << /Type /Page /MediaBox [0 0 612 792] >> endobj\n%%EOF';

const address = (who: string, name = 'Ana Ruiz') => ({
  [`${who}[name]`]: name,
  [`${who}[address_line1]`]: '12 Main St',
  [`${who}[address_city]`]: 'Austin',
  [`${who}[address_state]`]: 'TX',
  [`${who}[address_zip]`]: '78701',
});

/** A certified letter as the carrier takes it, but for `changes`; `null` leaves a field out. */
export function letterForm(changes: Record<string, string | null> = {}): FormData {
  const form = new FormData();
  const fields: Record<string, string | null> = {
    ...address('to', 'Zoë O’Neil'),
    ...address('from'),
    color: 'false',
    use_type: 'operational',
    extra_service: 'certified_return_receipt',
    'metadata[mailing_id]': 'm1',
    ...changes,
  };
  for (const [name, value] of Object.entries(fields)) if (value !== null) form.set(name, value);
  form.set('file', new Blob([PDF], { type: 'application/pdf' }), 'letter.pdf');
  return form;
}
