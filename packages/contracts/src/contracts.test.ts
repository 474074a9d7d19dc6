import * as z from 'zod/mini';
import { amountIn, CalendarDay, ClaimantPersonStep, DefendantBusinessStep, PayoutStep } from './claim/steps.ts';
import { ClaimFormData } from './claim/form-data.ts';
import { Email, SixDigitCode } from './claim/fields.ts';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints/index.ts';
import { fakeAnswer } from './fakes/index.ts';
import { openApiDocument } from './openapi/index.ts';

const table = Object.entries(endpoints as Record<string, Endpoint>);
const firstMessage = (schema: z.core.$ZodType, value: unknown) => z.safeParse(schema, value).error?.issues[0]?.message;

/** Paths of the specification's section 7, with the rulings' names for the two providers. */
const SPECIFIED =
  `GET /api/checkAuth.php|GET /api/register/view_user_data.php|POST /api/login.php|POST /api/register/auth.php
POST /api/register/verify.php|POST /api/register/resend_code.php|GET /api/register/check_session_code.php|POST /api/register/check_email.php
GET /api/logout.php|GET /api/get-user-id.php|GET /api/user/get_alerts.php|GET /api/google/redirect.php|POST /api/request_password_reset.php
POST /api/verify-reset-code.php|POST /api/reset-password.php|POST /api/register/save_form_data.php|POST /api/register/clear_session_form.php
POST /api/sessions/create_form_session.php|POST /api/documentedit/sessions/create_edit_session.php|GET /api/categories.php|POST /api/subcategories.php
GET /api/packages.php|GET /api/states.php|POST /api/state-tax.php|GET /api/check-coupon.php|POST /api/googleplace/places-proxy.php
GET /api/get_server_time.php|POST /api/stripe/get-publishable-key.php|POST /api/stripe/create-payment-intent.php|POST /api/stripe/finalize-payment.php
POST /api/register/save_client_data.php|POST /api/generate_demand_letter.php|GET /api/generate_demand_letter.php|POST /api/save_demand_letter.php
POST /api/documentedit/sessions/update_demand_letter.php|GET /api/check_access.php|GET /api/check_existing_demand.php|GET /api/sessions/get_active_sessions.php
POST /api/sessions/delete_session.php|GET /api/billing/get_user_payments.php|GET /api/users/get_user_demands.php|POST /api/pdf/generate_secure_pdf.php
POST /api/user/get_court_documents.php|POST /api/user/download_court_document.php|GET /api/csrf_token.php|GET /api/settings/get_settings.php
POST /api/settings/update_settings.php|POST /api/settings/update_password.php`.split(/[|\n]/);

it('holds every call of the specification, and adds only paths without .php', () => {
  const held = table.map(([, { method, path }]) => `${method} ${path}`);
  expect(held.filter((call) => call.endsWith('.php')).sort()).toEqual([...SPECIFIED].sort());
  expect(new Set(held).size).toBe(held.length);
});

it.each(table)('%s: a fake answer passes its own schema', (_name, endpoint) => {
  expect(z.safeParse(endpoint.answer, fakeAnswer(endpoint)).error).toBeUndefined();
});

it('describes every call but the internal ones in OpenAPI 3.1', () => {
  const { paths } = openApiDocument() as { paths: Record<string, Record<string, { responses: object }>> };
  for (const [, { method, path, internal }] of table) {
    const described = paths[path]?.[method.toLowerCase()]?.responses;
    if (internal) expect(described).toBeUndefined();
    else expect(described).toHaveProperty('200');
  }
});

it.each([
  ['', 'field.required'],
  ['12a', 'amount.format'],
  ['12.345', 'amount.format'],
  ['249.99', 'amount.min'],
  ['25000.01', 'amount.max'],
  ['250', undefined],
  ['25000.00', undefined],
  [1250.5, undefined],
])('judges the amount %p as %p', (value, message) => {
  expect(firstMessage(amountIn({ min: 250, max: 25_000 }), value)).toBe(message);
});

it('takes the other amount range when the site is set to it', () => {
  expect(firstMessage(amountIn({ min: 250, max: 250_000 }), '250000')).toBeUndefined();
});

it.each(['2026-02-30', '2026-13-01', '1/2/2026', 'soon'])('refuses %s as a day', (day) => {
  expect(firstMessage(CalendarDay, day)).toBe('date.format');
});

const person = {
  firstname: "D'Arcy",
  lastname: 'Nguyễn-Łuk',
  address: '1 Main St',
  city: 'Ames',
  country: 'IA',
  zipcode: '50010',
};

it('accepts every letter, apostrophes and hyphens in names, and names what is wrong elsewhere', () => {
  expect(z.safeParse(ClaimantPersonStep, person).success).toBe(true);
  expect(firstMessage(ClaimantPersonStep, { ...person, lastname: '  ' })).toBe('field.required');
  expect(firstMessage(ClaimantPersonStep, { ...person, zipcode: '5001' })).toBe('zip.short');
  expect(firstMessage(ClaimantPersonStep, { ...person, phonenumber: '555-1234' })).toBe('phone.digits');
  expect(firstMessage(ClaimantPersonStep, { ...person, email: 'ann@' })).toBe('email.format');
});

it.each([
  ['https://example.com', true],
  ['www.example.com', true],
  ['', true],
  ['example.com', false],
  ['javascript:alert(1)', false],
])('takes %p as the website of a business: %p', (defendantWebsite, accepted) => {
  const business = {
    defendantFirstname: 'Jo',
    defendantLastname: 'Park',
    defendantBusinessName: 'Park LLC',
    defendantAddress: '2 Oak Ave',
    defendantCity: 'Ames',
    defendantCountry: 'IA',
    defendantZipcode: '50010',
    defendantWebsite,
  };
  expect(z.safeParse(DefendantBusinessStep, business).success).toBe(accepted);
});

const FULL = { shownAddress: 'x'.repeat(64), shownApt: 'y'.repeat(60) };
const LONG = 'The Honourable Association of Independent Piano Movers of Texas';
it.each([
  ['nothing, where no other address is shown', { showsOtherAddress: false, shownAddress: 'x'.repeat(200) }, false],
  ['a line that is full', { careOf: 'x'.repeat(60) }, false],
  ['a line that is too long with the words before it', { careOf: 'x'.repeat(61) }, true],
  ['two lines that are full, and words that stand under the name', { ...FULL, careOf: 'Maria Lopez' }, false],
  ['the same under a name that needs the line itself', { ...FULL, careOf: 'Maria Lopez', userType: '2', businessName: LONG }, true],
  ['the same under a name that has a short form for the envelope', { ...FULL, careOf: 'Maria Lopez', userType: '2', businessName: LONG, latinName: 'Piano Movers' }, false],
])('holds the shown address to the lines of an envelope: %s', (_, answers, isRefused) => {
  const shown = { showsOtherAddress: true, shownAddress: '1 Main St', shownCity: 'Austin', shownState: 'TX', shownZipcode: '78701' };
  const { error } = z.safeParse(PayoutStep, { ...shown, ...answers });
  expect(error?.issues.some(({ message }) => message === 'address.tooLong') ?? false).toBe(isRefused);
}); // prettier-ignore

it('keeps a draft as typed, half done or wrong, and drops what is not an answer', () => {
  const draft = z.parse(ClaimFormData, { amount: '12a', zipcode: '1', whoUser: 2, is_paid: true, signature: null });
  expect(draft).toEqual({ amount: '12a', zipcode: '1', whoUser: '2', signature: null });
});

it('reads a pasted code with a space in it, and an address however it is cased', () => {
  expect(z.parse(SixDigitCode, ' 123 456')).toBe('123456');
  expect(z.parse(Email, ' Ann@Example.COM ')).toBe('ann@example.com');
  expect(firstMessage(Email, `${'a'.repeat(250)}@example.com`)).toBe('email.tooLong');
});
