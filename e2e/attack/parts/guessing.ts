import { percentile } from '@redress/tools/proof';
import type { Program } from '../../support/program.ts';
import { mailsTo, PASSWORD } from '../../support/people.ts';
import { Client, type Received } from '../../support/client.ts';
import { until } from '../../support/until.ts';
import { Tally, type Part } from '../support/part.ts';
import { aPerson } from '../support/people.ts';

let count = 0;
const next = () => (count += 1);
/** An address no other visitor has. */
const anIp = () => {
  const n = next();
  return `198.51.${(n >> 8) & 255}.${n & 255}`;
};
const anAddress = () => `guess.${Date.now()}.${next()}@example.org`;

/** A new browser behind some network address. @param ip - what `X-Forwarded-For` says */
function visitor(program: Program, ip: string): Client {
  const client = new Client(program.url, program.origin);
  client.always = { 'x-forwarded-for': ip };
  return client;
}

/** One thing that can be guessed. @returns the answer to the n-th guess */
type Guess = (browser: Client, n: number) => Promise<Received>;

const guesses: Record<string, Guess> = {
  'whether an address has an account': (browser) =>
    browser.send('POST', '/api/register/check_email.php', { json: { email: anAddress() } }),
  'coupon codes': (browser, n) => browser.send('GET', '/api/check-coupon.php', { query: { code: `GUESS${n}` } }),
  'one password for many accounts': (browser) =>
    browser.send('POST', '/api/login.php', { json: { email: anAddress(), password: 'Password1' } }),
  'mails with a code to many addresses': (browser) =>
    browser.send('POST', '/api/request_password_reset.php', { json: { email: anAddress() } }),
};

const isLimited = ({ status }: Received) => status === 429;

function limitFault(answer: Received): string | null {
  if (!isLimited(answer))
    return answer.status >= 500 && answer.json?.['code'] !== 'OVERLOADED' ? `answers ${answer.status}` : null;
  const seconds = Number(answer.headers['retry-after']);
  if (!(seconds > 0)) return 'a refusal does not say when to try again';
  return answer.json?.['retryAfterSeconds'] === seconds ? null : 'header and body name another time to try again';
}

interface Series {
  tried: string;
  guess: Guess;
  times: number;
  /** Most guesses that may be looked at. */
  most: number;
  /** At least so many: a limit that refuses everybody would pass otherwise. */
  least?: number;
  browser(n: number): Client;
}

async function series({ tried, guess, times, most, least = 1, browser }: Series) {
  const tally = new Tally(tried);
  let answered = 0;
  for (let n = 0; n < times; n += 1) {
    const answer = await guess(browser(n), n);
    answered += isLimited(answer) ? 0 : 1;
    tally.add(limitFault(answer));
  }
  if (answered > most) tally.find(`${answered} guesses were looked at, ${most} may be`);
  if (answered < least) tally.find(`only ${answered} were looked at: the limit refuses people`);
  return tally.row(`${answered} looked at, at most ${most} may be`);
}

/** Limits of a public site by network, whatever the client sends as its name. */
async function spoofed(program: Program) {
  const guess = (name: string) => guesses[name] as Guess;
  const one = new Client(program.url, program.origin);
  const rows = [];
  const asOne = (name: string, most: number) =>
    series({
      tried: `${name}: one browser, X-Forwarded-For of its own with each request`,
      guess: guess(name),
      times: 40,
      most,
      least: most,
      browser: () => Object.assign(one, { always: { 'x-forwarded-for': anIp() } }),
    });
  const asMany = (name: string, most: number, times: number) =>
    series({
      tried: `${name}: a new browser and X-Forwarded-For with each request, from an address that is no proxy`,
      guess: guess(name),
      times,
      most,
      browser: () => visitor(program, anIp()),
    });
  await one.send('POST', '/api/sessions/create_form_session.php', { json: {} }); // a cookie, as every visitor has one
  rows.push(await asOne('whether an address has an account', 10));
  rows.push(await asMany('whether an address has an account', 20, 60)); // 30 of a network, 10 are used
  rows.push(await asOne('coupon codes', 10));
  rows.push(await asMany('coupon codes', 40, 80)); // 50 of a network, 10 are used
  rows.push(await asMany('one password for many accounts', 49, 120));
  rows.push(await asMany('mails with a code to many addresses', 20, 60));
  return rows;
}

/** Behind a trusted proxy each visitor is counted separately, and an X-Forwarded-For sent by the visitor is ignored. */
async function proxied(program: Program) {
  const rows = [];
  for (const [name, most] of [
    ['one password for many accounts', 49],
    ['mails with a code to many addresses', 20],
  ] as const) {
    const guess = guesses[name] as Guess;
    const real = anIp();
    rows.push(
      await series({
        tried: `${name}: one visitor behind the proxy, who names other addresses in front`,
        guess,
        times: 80,
        most,
        least: Math.min(most, 20),
        browser: () => visitor(program, `${anIp()}, 10.0.0.${next() % 250}, ${real}`),
      }),
    );
    rows.push(
      await series({
        tried: `${name}: 40 visitors behind the proxy, one each`,
        guess,
        times: 40,
        most: 40,
        least: 40,
        browser: () => visitor(program, anIp()),
      }),
    );
  }
  return rows;
}

async function oneAccount(program: Program) {
  const tally = new Tally('the password of one account, from 150 addresses at once');
  const person = await aPerson(program, { 'x-forwarded-for': anIp() });
  const guess = (password: string) =>
    visitor(program, anIp()).send('POST', '/api/login.php', { json: { email: person.address, password } });
  const answers = await Promise.all(Array.from({ length: 150 }, (_, n) => guess(`Password${n}`)));
  for (const answer of answers) tally.add(answer.status === 200 ? 'a wrong password was let in' : limitFault(answer));
  const looked = answers.filter((answer) => !isLimited(answer) && answer.status !== 503).length;
  if (looked > 10) tally.find(`${looked} guesses were looked at, 10 may be`);
  const owner = await person.browser.send('POST', '/api/login.php', {
    json: { email: person.address, password: PASSWORD },
  });
  if (owner.status !== 200) tally.find(`the owner, from a browser the account knows, got ${owner.status}`);
  return tally.row(`${looked} looked at, at most 10 may be; the owner got in`);
}

const sixDigits = (n: number) => String((n * 7919) % 1_000_000).padStart(6, '0');

async function codes(program: Program) {
  const verify = new Tally('the code of a new account, 200 guesses from other browsers and addresses, then the owner');
  const email = anAddress();
  const owner = visitor(program, anIp());
  await owner.send('POST', '/api/register/auth.php', { json: { email, password: PASSWORD } });
  const code = await newestCode(program, email);
  for (let n = 0; n < 200; n += 1) {
    const answer = await visitor(program, anIp()).send('POST', '/api/register/verify.php', {
      json: { email, verification_code: n === 100 ? code : sixDigits(n) },
    });
    verify.add(answer.status === 200 ? 'the code was taken from another browser' : limitFault(answer));
  }
  const right = await owner.send('POST', '/api/register/verify.php', { json: { email, verification_code: code } });
  if (right.status !== 200) verify.find(`the owner's own code was refused with ${right.status}`);

  const reset = new Tally('the reset code of one account: 20 browsers ask for one and guess 10 times each');
  let looked = 0;
  for (let browser = 0; browser < 20; browser += 1) {
    const attacker = visitor(program, anIp());
    await attacker.send('POST', '/api/request_password_reset.php', { json: { email } });
    for (let n = 0; n < 10; n += 1) {
      const answer = await attacker.send('POST', '/api/verify-reset-code.php', {
        json: { email, code: sixDigits(browser * 10 + n) },
      });
      // A browser without a code also gets CODE_WRONG; only guesses within the allowed tries of a code can succeed.
      reset.add(answer.status === 200 ? 'a guess was right' : limitFault(answer));
      looked += answer.json?.['code'] === 'CODE_TRIES_USED' || isLimited(answer) ? 0 : 1;
    }
  }
  const mails = (await mailsTo(program, email)).length;
  if (mails > 3) reset.find(`${mails} codes and notices were mailed to one address in an hour, 3 may be`);
  return [
    verify.row(),
    reset.row(`${mails} mails to the address, so at most ${mails * 5} guesses could hit; ${looked} answered as wrong`),
  ];
}

const newestCode = (program: Program, email: string): Promise<string> =>
  until(`a code for ${email}`, async () => /\b(\d{6})\b/.exec((await mailsTo(program, email))[0]?.text ?? '')?.[1], {
    limitMs: 20_000,
  });

/** Whether the answers of sign-in and password reset, or their durations, reveal that an account exists. */
async function enumeration(program: Program) {
  const each = 8;
  const tally = new Tally(`sign-in, reset and resend for addresses with and without an account, ${each} each`);
  const notes: string[] = [];
  const calls: [string, string, Record<string, string>][] = [
    ['sign-in', '/api/login.php', { password: 'not the password' }],
    ['reset', '/api/request_password_reset.php', {}],
    ['resend', '/api/register/resend_code.php', {}],
  ];
  for (const [name, path, more] of calls) {
    const times = { known: [] as number[], unknown: [] as number[] };
    const shown = { known: new Set<string>(), unknown: new Set<string>() };
    for (let n = 0; n < each; n += 1)
      for (const kind of ['known', 'unknown'] as const) {
        const email = kind === 'known' ? (await aPerson(program, { 'x-forwarded-for': anIp() })).address : anAddress();
        const answer = await visitor(program, anIp()).send('POST', path, { json: { email, ...more } });
        tally.add(answer.status >= 500 ? `${name} answers ${answer.status}` : null);
        times[kind].push(answer.ms);
        shown[kind].add(JSON.stringify([answer.status, { ...answer.json, errorId: '' }]));
      }
    if ([...shown.known].sort().join() !== [...shown.unknown].sort().join())
      tally.find(`${name} answers differently where there is an account`);
    const [a, b] = [percentile(times.known, 0.5), percentile(times.unknown, 0.5)];
    notes.push(`${name} ${Math.round(a)} and ${Math.round(b)} ms`);
    if (Math.abs(a - b) > 30 && Math.max(a, b) > 2 * Math.min(a, b))
      tally.find(`${name} takes ${Math.round(a)} ms with an account and ${Math.round(b)} ms without`);
  }
  return tally.row(`medians with and without an account: ${notes.join(', ')}`);
}

export const guessing: Part = {
  name: 'guessing',
  about:
    'passwords, codes, coupons and addresses, from one and from many network addresses, on a site with public limits',
  notReached: [
    'addresses of a real network: they are named by the proxy on this machine',
    'windows of an hour: their ends are tested with a clock in services/claims',
  ],
  async run(attack) {
    const behind = await attack.proxiedProgram();
    const rows = [...(await spoofed(await attack.publicProgram())), ...(await proxied(behind))];
    return [...rows, await oneAccount(behind), ...(await codes(behind)), await enumeration(behind)];
  },
};
