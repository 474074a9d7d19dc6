import { escapeHtml } from '../world/http.ts';
import { page } from '../world/page.ts';
import { type StoredMail, codeIn } from './mailbox.ts';

const when = (mail: StoredMail) =>
  `<time datetime="${mail.createdAt}">${mail.createdAt.slice(0, 16).replace('T', ' ')} UTC</time>`;

const codeBlock = (mail: StoredMail) => {
  const code = codeIn(mail);
  return code ? `<p><span class="code" aria-label="Code ${code.split('').join(' ')}">${code}</span></p>` : '';
};

/** All mails, newest first, with any code to be read off at once. */
export function listPage(mails: StoredMail[], to: string | undefined): string {
  const cards = mails
    .map(
      (mail) => `<li class="card">
      <h2><a href="/messages/${mail.id}">${escapeHtml(mail.subject || '(no subject)')}</a></h2>
      <p class="soft small">To ${escapeHtml(mail.to)} · ${when(mail)}</p>${codeBlock(mail)}
    </li>`,
    )
    .join('');
  const nothing = to ? `No mail for ${escapeHtml(to)} yet.` : 'No mail yet. Whatever the site sends arrives here.';
  return page(
    'Mailbox',
    `<h1>Mailbox</h1>
    <p class="soft">Every mail of this sandbox, newest first. None of them leaves this machine. Reload to look again.</p>
    <form class="row field" action="/" method="get" role="search">
      <span class="grow"><label for="to">Show mail to</label>
      <input id="to" name="to" type="email" value="${escapeHtml(to ?? '')}" autocomplete="off"></span>
      <button type="submit">Show</button>
    </form>
    ${mails.length ? `<ul class="plain">${cards}</ul><form action="/clear" method="post"><button class="quiet" type="submit">Delete all mail</button></form>` : `<p class="card">${nothing}</p>`}`,
  );
}

/** One mail. Its own HTML is shown in a frame in which nothing can run. */
export function mailPage(mail: StoredMail): string {
  const attachments = mail.attachments
    .map((each) => `<li>${escapeHtml(each.name)} (${escapeHtml(each.type)}, ${each.bytes} bytes)</li>`)
    .join('');
  return page(
    mail.subject || 'Mail',
    `<p><a href="/">All mail</a></p>
    <h1>${escapeHtml(mail.subject || '(no subject)')}</h1>
    <p class="soft small">From ${escapeHtml(mail.from)}<br>To ${escapeHtml(mail.to)}<br>${when(mail)}</p>
    ${codeBlock(mail)}
    ${mail.html ? `<h2>As HTML</h2><iframe title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer" src="/messages/${mail.id}/body"></iframe>` : ''}
    <h2>As text</h2><pre class="card">${escapeHtml(mail.text || '(empty)')}</pre>
    ${attachments ? `<h2>Attachments</h2><ul>${attachments}</ul>` : ''}`,
  );
}

/**
 * The mail's HTML as it came; its links open in a tab, as in a mail program. The policy it is served with keeps it from
 * running or fetching anything.
 */
export const bodyPage = (mail: StoredMail): string => `<base target="_blank">${mail.html}`;
