// Loaded before the program: names below `.late.test` are addresses of this machine, which a name server says at once, late
// or not at all, as the file NAMES_STATE says at that moment: nothing, `late` or `failing`.
import dns from 'node:dns';
import { readFileSync } from 'node:fs';

const LATE_MS = 2_000;
const { lookup } = dns;
const state = () => {
  try {
    return readFileSync(process.env.NAMES_STATE ?? '', 'utf8').trim();
  } catch {
    return '';
  }
};
dns.lookup = (hostname, options, callback) => {
  if (!hostname.endsWith('.late.test')) return lookup(hostname, options, callback);
  const done = typeof options === 'function' ? options : callback;
  const now = state();
  const answer = () => {
    if (now === 'failing') {
      const code = 'EAI_AGAIN';
      done(Object.assign(new Error(`getaddrinfo ${code} ${hostname}`), { code, syscall: 'getaddrinfo', hostname }));
    } else if (options?.all) done(null, [{ address: '127.0.0.1', family: 4 }]);
    else done(null, '127.0.0.1', 4);
  };
  setTimeout(answer, now === 'late' ? LATE_MS : 0);
};
