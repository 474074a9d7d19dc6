import { emailProblem, isId24, keepDigits, phoneProblem, websiteProblem, zipInAddress, zipProblem } from './rules.ts';

it('keeps leading zeros of a ZIP and asks for five digits', () => {
  expect(zipProblem('02134')).toBeNull();
  expect(zipProblem('021341234')).toBeNull();
  expect(zipProblem('0213')).toBe('zip.short');
  expect(zipProblem('O2134')).toBe('zip.short');
  expect(zipProblem('')).toBe('field.required');
});

it('takes a phone number of digits, or none', () => {
  expect(phoneProblem('5125550100')).toBeNull();
  expect(phoneProblem('')).toBeNull();
  expect(phoneProblem('512-555')).toBe('phone.digits');
  expect(keepDigits('(512) 555-0100')).toBe('5125550100');
});

it('takes an e-mail address of at most 254 characters, or none', () => {
  expect(emailProblem('ana@example.com')).toBeNull();
  expect(emailProblem('')).toBeNull();
  expect(emailProblem('ana@example')).toBe('email.format');
  expect(emailProblem(`${'a'.repeat(250)}@example.com`)).toBe('email.tooLong');
});

it('takes a website that begins with http://, https:// or www.', () => {
  for (const site of ['http://a.com', 'https://shop.example/x?y=1', 'www.example.com', 'HTTPS://A.COM', ''])
    expect(websiteProblem(site)).toBeNull();
  for (const site of ['example.com', 'www.', 'ftp://a.com', 'https://', 'www.a b.com'])
    expect(websiteProblem(site)).toBe('website.invalid');
});

it('knows ids of 24 hex characters', () => {
  expect(isId24('0123456789abcdef01234567')).toBe(true);
  expect(isId24('0123456789ABCDEF01234567')).toBe(false);
  expect(isId24('../../etc/passwd00000000')).toBe(false);
  expect(isId24(7)).toBe(false);
});

it('finds the ZIP of a formatted address, not its house number', () => {
  expect(zipInAddress('12345 Main St, Austin, TX 78701, USA')).toBe('78701');
  expect(zipInAddress('1 Main St, Boston, MA 02134-1234, USA')).toBe('02134');
  expect(zipInAddress('24 Sussex Dr, Ottawa, ON K1M 1M4, Canada')).toBe('K1M 1M4');
  expect(zipInAddress('10 Downing St, London SW1A 2AA, UK')).toBe('SW1A 2AA');
  expect(zipInAddress('Main St, Austin, TX')).toBeNull();
});
