import {
  callApi,
  paidClaim,
  registerByApi,
  SMALL_CLAIMS,
  type PaidClaim,
  answersByApi,
  ANSWERS,
} from '../../support/api-claim.ts';
import { select } from '../../support/database.ts';
import type { Program } from '../../support/program.ts';
import { Client } from '../../support/client.ts';
import { until } from '../../support/until.ts';

/** A new browser of a program. */
export const aBrowser = (program: Program): Client => new Client(program.url, program.origin);

export interface Person {
  browser: Client;
  address: string;
}

/** A new account, signed in. @param always - headers of every request of its browser */
export async function aPerson(program: Program, always: Record<string, string> = {}): Promise<Person> {
  const browser = Object.assign(aBrowser(program), { always });
  return { browser, address: await registerByApi(browser, program) };
}

/** Everything a call can name, of one person, by the field that names it. */
export interface Owner extends Person {
  ids: Record<string, string>;
  paid: PaidClaim;
}

/** Marker in every text of the owner's claims; an answer to another account that contains it is a leak. */
export const OWNER_MARK = 'Ownerszoe';

/** An account with a draft, a paid claim with court papers, a letter, an alert, a payment. */
export async function anOwner(program: Program): Promise<Owner> {
  const { browser, address } = await aPerson(program);
  const words = {
    firstname: OWNER_MARK,
    lastname: 'Markov',
    claimDescription: `${ANSWERS.claimDescription} ${OWNER_MARK}.`,
  };
  const draft = await answersByApi(browser, program, { ...ANSWERS, ...words }, [5, 1]);
  const paid = await paidClaim(browser, program, address, SMALL_CLAIMS, words);
  const papers = await waitForPapers(program, browser);
  const edit = await callApi<{ data: { edit_session_id: string } }>(
    browser,
    program,
    '/api/documentedit/sessions/create_edit_session.php',
    { original_session_id: paid.formSessionId },
  );
  const only = async (sql: string) => (await select<{ id: string }>(program, sql, [address]))[0]?.id ?? '';
  const account = 'select id from claims.account where email = $1';
  const ids = {
    form_session_id: paid.formSessionId,
    session_id: draft,
    original_session_id: paid.formSessionId,
    edit_session_id: edit.data.edit_session_id,
    demand_id: paid.demandId,
    file_id: papers,
    payment_id: await only(
      `select p.id from claims.payment p join claims.claim_order o on o.id = p.order_id where o.user_id = (${account})`,
    ),
    payment_intent_id: await only(
      `select p.intent_id as id from claims.payment p join claims.claim_order o on o.id = p.order_id where o.user_id = (${account})`,
    ),
    alert_id: await only(`select id from claims.alert where account_id = (${account})`),
    id: await only(`select id from claims.user_session where user_id = (${account})`),
  };
  const missing = Object.entries(ids).filter(([, id]) => !id);
  if (missing.length > 0) throw new Error(`The owner lacks ${missing.map(([name]) => name).join(', ')}.`);
  return { browser, address, ids, paid };
}

interface Papers {
  demands: { court_documents: { id: string }[]; pending: boolean }[];
}

function waitForPapers(program: Program, browser: Client): Promise<string> {
  const paperOf = async () => {
    const { demands } = await callApi<Papers>(browser, program, '/api/user/get_court_documents.php', {});
    return demands.every(({ pending }) => !pending) && demands.flatMap(({ court_documents }) => court_documents)[0]?.id;
  };
  return until('court papers of a paid claim', paperOf, { everyMs: 250 });
}

/** The rows of one account, as text: the same before and after an attack that did nothing. */
export async function booksOf(program: Program, address: string): Promise<string> {
  const of = (table: string, where: string, columns = 't') =>
    `select '${table}' as name, coalesce(string_agg(${columns}::text, '|' order by ${columns}::text), '') as rows
     from claims.${table} t where ${where}`;
  const person = '(select id from claims.account where email = $1)';
  const sessions = `(select id from claims.form_session where user_id = ${person})`;
  const parts = [
    of('account', 'email = $1'),
    of('form_session', `user_id = ${person}`),
    of('claim_order', `user_id = ${person}`),
    of('payment', `order_id in (select id from claims.claim_order where user_id = ${person})`),
    of('letter', `form_session_id in ${sessions}`),
    of('letter_version', `letter_id in (select id from claims.letter where form_session_id in ${sessions})`),
    of('alert', `account_id = ${person}`),
    of('user_session', `user_id = ${person}`, 'row(t.id, t.user_id)'),
  ];
  const rows = await select<{ name: string; rows: string }>(program, parts.join(' union all '), [address]);
  return rows.map(({ name, rows: text }) => `${name}: ${text}`).join('\n');
}
