import * as z from 'zod/mini';
import { RemoteConfig, isMenuLabel, lookOf, sideBarOf, type MenuEntry } from './index.ts';

const route = (path: string, more = {}) => ({
  path,
  layout: 'account' as const,
  documentClass: 'private' as const,
  title: 'A title',
  guarded: true,
  ...more,
});
const entry = (to: string, more: Partial<MenuEntry> = {}): MenuEntry => ({
  to,
  label: to.slice(1),
  icon: 'house',
  order: 10,
  ...more,
});
const config = (menu: unknown, routes = [route('/letters'), route('/orders')]) => ({
  name: 'mf-letters',
  owner: 'team-letters',
  routes,
  menu,
  slots: {},
  prerender: [],
  updatePolicy: 'allow',
  persisted: {},
  requires: { contracts: '^1.0.0' },
});
const refusal = (menu: unknown, routes?: ReturnType<typeof route>[]) => {
  const parsed = z.safeParse(RemoteConfig, config(menu, routes));
  return parsed.success ? null : z.prettifyError(parsed.error);
};

it.each(['Demand Letters', 'Q & A', 'Günlük Özet', 'Łódź', 'Đơn hàng', 'Știri', 'Tax (2026)', "Partner's page", 'A'])(
  'takes %s as a label',
  (label) => {
    expect(isMenuLabel(label)).toBe(true);
  },
);

it.each([
  ['nothing', ''],
  ['blanks', '  '],
  ['a blank at an end', 'Orders '],
  ['two blanks', 'My  orders'],
  ['31 characters', 'a'.repeat(31)],
  ['markup', '<b>Orders</b>'],
  ['a change of direction', 'Orders\u202Egnp'],
  ['a character of no width', 'Or\u200Bders'],
  ['a letter of another script', 'S\u0435ttings'],
  ['accents on accents', 'O\u0301\u0301\u0301rders'],
  ['accents apart from their letters', 'O\u0308zet'],
  ['a line end', 'Orders\nLog Out'],
  ['a picture', 'Orders \u{1F512}'],
  ['a token of the site', '%{header.site_title}'],
  ['a small capital', 'L\u1D0Fg Out'],
  ['a letter of phonetics', 'Lo\u0261 Out'],
  ['a click for an l', 'Bi\u01C0\u01C0ing'],
  ['a zero of another script', 'L\u3007g Out'],
  ['digits of another direction', 'Orders \u0663'],
  ['a wide letter', '\uFF2Cog Out'],
  ['a number that looks like letters', '\u2163 Orders'],
])('takes no label with %s', (_, label) => {
  expect(isMenuLabel(label)).toBe(false);
  expect(refusal([entry('/letters', { label })])).toContain('menu[0].label');
});

it('takes entries of the remote’s own pages of the signed-in area, each once', () => {
  expect(refusal([entry('/letters'), entry('/orders')])).toBeNull();
  expect(refusal(undefined)).toBeNull();
  expect(refusal([entry('/settings')])).toContain('/settings, which is no page of this remote');
  expect(refusal([entry('/letters')], [route('/letters', { layout: 'public' })])).toContain(
    'not in the layout account',
  );
  expect(refusal([entry('/letters'), entry('/letters', { label: 'Other' })])).toContain('twice');
  expect(refusal([entry('/letters'), entry('/orders', { label: 'Letters' })])).toContain('twice');
});

it('takes no icon, place or number of entries that the side bar does not have', () => {
  expect(refusal([{ ...entry('/letters'), icon: 'skull' }])).toContain('menu[0].icon');
  expect(refusal([entry('/letters', { order: 1000 })])).toContain('menu[0].order');
  expect(refusal([entry('/letters', { order: 1.5 })])).toContain('menu[0].order');
  expect(refusal(Array.from({ length: 9 }, () => entry('/letters')))).toContain('menu');
});

it('knows labels that look the same', () => {
  expect(lookOf('Settıngs')).toBe(lookOf('SETTINGS'));
  expect(lookOf('Log-0ut')).toBe(lookOf('Log Out'));
  expect(lookOf('Bi11ing')).toBe(lookOf('Billing'));
  expect(lookOf('L\u00F8g \u00D0ut')).toBe(lookOf('Log Dut'));
  expect(lookOf('\u0138eys \u0142ost')).toBe(lookOf('Keys lost'));
  expect(lookOf('Payrnents')).toBe(lookOf('Payments'));
  expect(lookOf('Revievvs')).toBe(lookOf('Reviews'));
  expect(lookOf('Orders')).not.toBe(lookOf('Order'));
});

it('lists the entries of all by place, then address', () => {
  const one = { routes: [], menu: [entry('/z', { order: 1 }), entry('/b')] };
  const other = { routes: [], menu: [entry('/a'), entry('/y', { order: 2 })] };
  expect(sideBarOf([one, other]).map(({ to }) => to)).toEqual(['/z', '/y', '/a', '/b']);
});

it('lists guarded pages of a build that was made before by their title, and none that declares nothing', () => {
  const routes = [route('/old'), route('/public', { layout: 'public' }), route('/odd', { title: 'Pay\u202Ehere' })];
  expect(sideBarOf([{ routes }])).toEqual([{ to: '/old', label: 'A title', icon: 'file-text', order: 999 }]);
  expect(sideBarOf([{ routes, menu: [] }])).toEqual([]);
});
