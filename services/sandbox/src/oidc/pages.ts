import { escapeHtml } from '../world/http.ts';
import { page } from '../world/page.ts';
import type { Account } from './accounts.ts';

type ShownAccount = Omit<Account, 'sub'>;

const accountButton = (uid: string, { email, name, emailVerified }: ShownAccount) => `<li class="card">
    <form class="row apart" action="/interaction/${uid}" method="post">
      <input type="hidden" name="email" value="${escapeHtml(email)}"><input type="hidden" name="name" value="${escapeHtml(name)}">
      <input type="hidden" name="verified" value="${emailVerified ? 'yes' : 'no'}">
      <span><strong>${escapeHtml(name)}</strong><br><span class="soft">${escapeHtml(email)}${emailVerified ? '' : ' (not verified)'}</span></span>
      <button type="submit" aria-label="Continue as ${escapeHtml(email)}">Continue</button>
    </form></li>`;

/** The account chooser: known people first, then any address, verified or not, and a cancel button. */
export function chooserPage(
  uid: string,
  {
    accounts,
    standsInFor,
    problem,
  }: { accounts: readonly ShownAccount[]; standsInFor: string; problem?: string | undefined },
): string {
  return page(
    'Choose an account',
    `<h1>Choose an account</h1>
    <p class="soft">This sandbox stands in for ${standsInFor}. Nobody checks who you are.</p>
    ${problem ? `<p class="card" role="alert">${escapeHtml(problem)}</p>` : ''}
    <ul class="plain">${accounts.map((account) => accountButton(uid, account)).join('')}</ul>
    <form class="card" action="/interaction/${uid}" method="post">
      <div class="field"><label for="email">Email</label><input id="email" name="email" type="email" autocomplete="off" required></div>
      <div class="field"><label for="name">Name (optional)</label><input id="name" name="name" type="text" autocomplete="off"></div>
      <fieldset><legend>Has this address been verified?</legend>
        <label><input type="radio" name="verified" value="yes" checked> Yes</label>
        <label><input type="radio" name="verified" value="no"> No</label></fieldset>
      <button type="submit">Sign in</button>
    </form>
    <form action="/interaction/${uid}/cancel" method="post"><button class="quiet" type="submit">Cancel</button></form>`,
  );
}
