import { letterForm } from './lob-carrier.ts';

const address = { name: 'Ivo Kern', line1: '9 Oak Ave', city: 'Dallas', state: 'TX', zip: '75201' };
const form = letterForm({
  to: { ...address, company: 'Kern & Sons', line2: 'Unit 4' },
  from: { ...address, name: "Zoë O'Neil-Núñez" },
  pdf: new Uint8Array([37, 80, 68, 70]),
  service: 'certified',
  mailingId: 'a'.repeat(24),
  orderNumber: 'R-1',
});

it('holds every field the carrier requires of a letter', async () => {
  // Required by Lob's OpenAPI description 1.22.0: to, from, file, color, use_type; an address needs its lines and ZIP.
  for (const field of ['color', 'use_type', 'to[name]', 'to[address_line1]', 'to[address_city]', 'to[address_state]', 'to[address_zip]', 'from[name]', 'from[address_line1]', 'from[address_city]', 'from[address_state]', 'from[address_zip]'])
    expect(form.get(field)).toBeTruthy(); // prettier-ignore
  const file = form.get('file') as File;
  expect([file.type, file.size]).toEqual(['application/pdf', 4]);
});

it('asks for certified mail with a return receipt, and never for advertising', () => {
  expect(Object.fromEntries(form)).toMatchObject({
    use_type: 'operational',
    extra_service: 'certified_return_receipt',
    mail_type: 'usps_first_class',
    'from[address_country]': 'US',
  });
});

it('names no person outside of the addresses', () => {
  expect(`${form.get('description')} ${form.get('metadata[mailing_id]')}`).not.toMatch(/Kern|Zoë/);
});

it('keeps a leading zero of a ZIP; first-class mail has no number and no receipt', () => {
  const boston = letterForm({
    to: { ...address, zip: '02108' },
    from: address,
    pdf: new Uint8Array(),
    service: 'first-class',
    mailingId: 'b'.repeat(24),
    orderNumber: 'R-2',
  });
  expect([boston.get('to[address_zip]'), boston.get('extra_service')]).toEqual(['02108', null]);
});
