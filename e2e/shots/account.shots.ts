import { CASE_STANDINGS } from '@redress/contracts';
import { draftByApi, LONGEST, openWithClaim, paidClaim, registerByApi, SMALL_CLAIMS } from '../support/api-claim.ts';
import { answerWith } from '../support/answers.ts';
import { repeatClaim } from '../support/database.ts';
import { PASSWORD } from '../support/people.ts';
import { expect, test } from '../support/test.ts';
import { settled, shootScreen, shootState } from './shoot.ts';

/** List pages of the signed-in area, and the call that fills each. Without a case the dashboard shows its sessions alone. */
const LISTS = [
  { name: 'dashboard', call: '/api/cases' },
  {
    name: 'dashboard-sessions',
    path: 'dashboard',
    call: '/api/sessions/get_active_sessions.php',
    empty: { message: '', sessions: [], total: 0 },
  },
  {
    name: 'completed-sessions',
    call: '/api/sessions/get_active_sessions.php',
    empty: { message: '', sessions: [], total: 0 },
  },
  { name: 'demand-letters', call: '/api/users/get_user_demands.php', empty: { message: '', data: [], total: 0 } },
  {
    name: 'court-documents',
    call: '/api/user/get_court_documents.php',
    empty: { message: '', demands: [], csrf_token: 'x'.repeat(32) },
  },
  {
    name: 'billing',
    call: '/api/billing/get_user_payments.php',
    empty: {
      message: '',
      data: { payments: [], statistics: { total_payments: 0, total_amount: 0, formatted_total_amount: '$0.00' } },
    },
  },
] as const satisfies readonly { name: string; path?: string; call: string; empty?: object }[];

/** A case of every standing; the second with the longest name and a large sum. */
const EVERY_STANDING = CASE_STANDINGS.map((standing, index) => ({
  form_session_id: index.toString(16).padStart(24, '0'),
  standing,
  defendant: index === 1 ? LONGEST.defendantBusinessName : 'Jane Doe',
  amount: index === 1 ? 249_999.99 : 1_250,
  package_title: 'Small Claims',
  has_court_papers: true,
  created_at: '2026-11-20T15:00:00.000Z',
  paid_at: ['draft', 'payable'].includes(standing) ? null : '2026-11-20T16:00:00.000Z',
  window_ends_at: standing === 'approved' ? '2026-11-22T19:29:00.000Z' : null,
  posted_at: null,
  delivered_at: null,
  answer_by: standing === 'delivered' ? '2026-12-29' : null,
  letters: 20,
  letters_lost: standing === 'posted' ? 2 : 0,
}));

test('the signed-in area', async ({ page, program }) => {
  test.setTimeout(600_000);
  const address = await registerByApi(page, program);
  const { formSessionId } = await paidClaim(page, program, address, SMALL_CLAIMS);
  await paidClaim(page, program, address);
  await draftByApi(page, program);
  await openWithClaim(page, '/', ''); // a draft just begun
  for (const name of ['dashboard', 'completed-sessions']) {
    await page.goto(`/${name}`);
    await shootScreen(page, name);
  }
  await repeatClaim(program, formSessionId, 120);
  for (const { name, call, ...rest } of LISTS) {
    await test.step(name, async () => {
      await page.goto(`/${'path' in rest ? rest.path : name}`);
      await shootScreen(page, `${name}-full`);
      const releaseHeld = await answerWith(page, call, 'hold');
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await shootState(page, `${name}-loading`);
      await releaseHeld();
      for (const [state, way] of [
        ...('empty' in rest ? [['empty', { answer: rest.empty }] as const] : []),
        ['error', 'fail'],
      ] as const) {
        const again = await answerWith(page, call, way);
        await page.reload();
        await settled(page);
        await expect(page.getByText(/^No |Try again/).first()).toBeVisible({ timeout: 20_000 });
        await shootState(page, `${name}-${state}`);
        await again();
      }
    });
  }

  const real = await answerWith(page, '/api/cases', { answer: { cases: EVERY_STANDING, total: 200 } });
  await page.goto('/dashboard');
  await shootScreen(page, 'dashboard-every-standing');
  await real();

  await page.goto('/dashboard');
  await page
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click();
  await shootState(page, 'dashboard-delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Case deleted.')).toBeVisible();
  await shootState(page, 'dashboard-undo');
  await page.getByRole('button', { name: /^Alerts/ }).click();
  await shootState(page, 'alerts');
  await page.keyboard.press('Escape');
  const search = page.getByRole('searchbox', { name: 'Search your cases' });
  await search.fill('Daughters');
  await search.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: /\d+ results?/ })).toBeVisible();
  await shootState(page, 'search');

  await page.goto('/settings');
  await shootScreen(page, 'settings');
  const refused = page.waitForResponse('**/api/settings/update_password.php');
  await page.getByRole('button', { name: 'Update Password' }).click();
  await refused;
  await expect(page.getByRole('textbox', { name: 'New password', exact: true })).toHaveAttribute(
    'aria-invalid',
    'true',
  );
  await shootState(page, 'settings-refused');
  await page.getByLabel('E-mail').fill(`new.${address}`);
  await page.getByRole('textbox', { name: 'Your password', exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await shootState(page, 'settings-confirm-email');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await shootState(page, 'settings-delete-account');
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto('/dashboard');
  await page.getByRole('button', { name: /menu/i }).first().click();
  await shootState(page, 'phone-menu');
});
