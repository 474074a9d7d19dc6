import { account } from './account/index.ts';
import { auth } from './auth/index.ts';
import { common } from './common/index.ts';
import { forms } from './forms/index.ts';
import { catalogue, currentLocale, inLocale, pickLocale, setLocale } from './index.ts';
import { checkout } from './checkout/index.ts';
import { errorText, hasErrorText } from './errors/index.ts';
import { clockTime, dateAndTime, longDay, shortDate, shortDay } from './format/index.ts';
import { legal, terms } from './legal/index.ts';
import { letters } from './letters/index.ts';
import { shell } from './shell/index.ts';
import { validationText } from './validation/index.ts';
import { wizard } from './wizard/index.ts';
import { generatingFile } from './generating/index.ts';
import { wizardClaim } from './wizard-claim/index.ts';

afterEach(() => setLocale('en'));

describe('languages', () => {
  it('uses English until a language is set', () => {
    expect(currentLocale()).toBe('en');
    expect(wizard.category.loadFailed).toBe('Could not retrieve categories');
  });

  it('follows the language of the page when a text is read, not when it was loaded', () => {
    setLocale('tr');
    expect(wizard.category.loadFailed).toBe('Kategoriler alınamadı');
    expect(wizard.category.loadError).toBe('Kategoriler yüklenirken bir hata oluştu');
  });

  it('says in English what a translation lacks', () => {
    setLocale('tr');
    expect(wizard.category.heading).toBe('Which of these best classifies your situation?');
    expect(checkout.coupon.invalid).toBe('Invalid coupon code or coupon is not active');
  });

  it('answers in a named language whatever the page speaks', () => {
    expect(inLocale(letters, 'tr').list.pdf.failed('x')).toBe('PDF oluşturulamadı: x');
    expect(letters.list.pdf.failed('x')).toBe('We could not make the PDF: x');
    expect(errorText('errors.taxUnknown', {}, 'tr')).toContain('vergi');
  });

  it('keeps lists whole', () => {
    const area = catalogue({ items: ['a', 'b'] as readonly string[], name: 'x' }, { tr: { name: 'y' } });
    setLocale('tr');
    expect(area).toMatchObject({ name: 'y', items: ['a', 'b'] });
    expect(Array.isArray(area.items)).toBe(true);
  });

  it.each([
    ['tr-TR,tr;q=0.9,en;q=0.8', 'tr'],
    ['de-DE,de;q=0.9,tr;q=0.3,en;q=0.7', 'en'],
    ['en;q=0,tr;q=0.1', 'tr'],
    ['', 'en'],
    [null, 'en'],
    [['fr', 'tr'], 'tr'],
  ] as const)('picks a language out of %j', (preferred, locale) => {
    expect(pickLocale(preferred)).toBe(locale);
  });
});

describe('texts the specification quotes', () => {
  it.each([
    ['field.required', 'This field is required'],
    ['amount.min', 'Amount must be at least $250.00'],
    ['amount.max', 'Amount cannot exceed $25,000.00'],
    ['category.required', 'Please select a category before continuing!'],
    ['subcategory.required', 'Please select at least one subcategory before continuing!'],
    ['claimantType.required', 'Please select one option before continuing!'],
    ['defendantType.required', 'Please select who you are filing this claim against!'],
    ['credentials.empty', 'Email and password fields cannot be empty'],
    ['email.format', 'Please enter a valid email address'],
    ['email.tooLong', 'Email address is too long'],
    ['password.short', 'Password must be at least 6 characters'],
    ['password.long', 'Password is too long'],
    ['email.taken', 'Looks like you already have an account. Please log in to continue.'],
    ['code.required', 'Verification code field cannot be empty'],
    ['code.sixDigits', 'Please enter a valid verification code'],
    ['newPassword.required', 'New password is required'],
    ['passwords.mismatch', 'Passwords do not match'],
    ['fields.check', 'Please fill in all required fields correctly before continuing!'],
    ['phone.digits', 'Phone number must contain only digits'],
    ['zip.short', 'Zip code must be at least 5 digits'],
    ['website.invalid', 'Please enter a valid website URL'],
    ['description.required', 'Please tell us what happened before continuing!'],
    ['calculation.required', 'Please explain how you calculated the claim amount before continuing!'],
    ['signature.required', 'Please sign before continuing!'],
    ['package.required', 'Please select a package before continuing!'],
    ['coupon.empty', 'Please enter a coupon code'],
  ])('%s', (key, sentence) => {
    expect(validationText(key)).toBe(sentence);
  });

  it('names the bounds the site is set to', () => {
    expect(validationText('amount.max', { max: 250_000 })).toBe('Amount cannot exceed $250,000.00');
    expect(validationText('password.short', { min: 10 })).toBe('Password must be at least 10 characters');
  });

  it('signs without the doubled words', () => {
    expect(wizardClaim.signature.declaration('Texas')).toBe(
      'I declare under Texas Law that the information I have submitted is true and correct.',
    );
  });

  it('heads the gate as written', () => {
    expect([auth.gate.registerTitle, auth.verify.title]).toEqual(['Save Your Progress', 'Email Verification']);
    expect(auth.gate.loginTitle('Redress')).toContain('Redress');
  });
});

describe('a key without a sentence', () => {
  it('never shows a key of a field message', () => {
    expect(validationText('Invalid input: expected string')).toBe('Check this answer');
    expect(validationText('toString')).toBe('Check this answer');
  });

  it('reads as a fault of ours', () => {
    expect(hasErrorText('errors.nope')).toBe(false);
    expect(errorText('errors.nope')).toContain('on our side');
    expect(errorText('errors.constructor')).toContain('on our side');
  });
});

describe('how long to wait', () => {
  it.each([
    [undefined, 'a moment'],
    [1, 'a moment'],
    [30, '30 seconds'],
    [600, '10 minutes'],
    [7200, '2 hours'],
  ])('%p seconds', (retryAfterSeconds, words) => {
    const said = errorText('errors.rateLimited', retryAfterSeconds ? { retryAfterSeconds } : {});
    expect(said).toBe(`Too many tries. Try again in ${words}.`);
  });
});

describe('days and times', () => {
  it('never shifts a day by the time zone', () => {
    expect(longDay('2026-03-03')).toBe('March 3, 2026');
    expect(longDay('2026-03-03', 'tr')).toBe('3 Mart 2026');
  });

  it('writes the clock in 12 hours, and a moment with its zone, before and after midnight in four zones', () => {
    expect(clockTime('2026-03-03T00:05:00Z', 'UTC')).toBe('12:05 AM');
    expect(dateAndTime('2026-03-03T14:02:00Z', 'UTC')).toBe('March 3, 2026 at 2:02 PM UTC');
    const late = '2026-11-22T04:30:00Z'; // 23:30 in the east
    const early = '2026-11-22T05:30:00Z';
    const zones = ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles'];
    expect(zones.map((zone) => dateAndTime(late, zone))).toEqual([
      'November 21, 2026 at 11:30 PM EST',
      'November 21, 2026 at 10:30 PM CST',
      'November 21, 2026 at 9:30 PM MST',
      'November 21, 2026 at 8:30 PM PST',
    ]);
    expect(dateAndTime(early, zones[0])).toBe('November 22, 2026 at 12:30 AM EST');
    expect(dateAndTime(early, zones[1])).toBe('November 21, 2026 at 11:30 PM CST');
  });

  it('names the year of a short day only when it is another one', () => {
    const now = new Date('2026-12-31T12:00:00Z');
    expect(shortDay('2026-03-03', now)).toBe('Mar 3');
    expect(shortDay('2027-01-04', now)).toBe('Jan 4, 2027');
    expect(shortDate('2027-01-01T04:30:00Z', now, 'America/Chicago')).toBe('Dec 31');
    expect(shortDay('2026-03-03', now, 'tr')).toBe('3 Mar');
  });

  it('gives back what is no day', () =>
    expect([longDay('someday'), shortDay('someday')]).toEqual(['someday', 'someday']));
});

it('blames nobody in texts of our own', () => {
  const sentences = (node: unknown): string[] =>
    typeof node === 'string' ? [node] : typeof node === 'object' && node ? Object.values(node).flatMap(sentences) : [];
  const areas = [account, common, forms, generatingFile, legal, shell, terms, wizard, wizardClaim];
  for (const sentence of areas.flatMap((area) => sentences({ ...area }))) {
    expect(sentence).not.toMatch(
      /\b(oops|forbidden|you forgot|illegal|please)\b(?! (complete the previous|select a category))/i,
    );
  }
});
