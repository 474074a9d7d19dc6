import type { OverviewLine } from '@redress/contracts/release-api';
import { HELD_BECAUSE } from '../notices/held.ts';

/** What nothing is said of. */
export const ALL_WELL = 'All well';

/**
 * One line of the first page in words, for the console and the command line.
 * @param clock - writes a time in the reader's zone
 */
export function sentenceOf(line: OverviewLine, clock: (iso: string) => string): string {
  const { kind, channel, remote, isRollout, sessions, about } = line;
  const since = line.since === null ? '' : ` since ${clock(line.since)}`;
  const who = `${isRollout ? `The rollout of ${remote}` : (remote ?? '')} on ${channel}`;
  const left = line.held ? `; not taken back at ${clock(line.held.at)}: ${HELD_BECAUSE[line.held.why]}` : '';
  const count = sessions ? `${sessions.bad} of ${sessions.all} session${sessions.all === 1 ? '' : 's'}` : '';
  switch (kind) {
    case 'failing':
      return `${who} is failing: ${count}${since}${left}`;
    case 'some-fail':
      return `${who} may be failing: ${count}${since}, too few to be sure${left}`;
    case 'slow':
      return `${who} is slow: ${count}${since} had a poor web vital`;
    case 'off':
      return `${remote} is switched off in ${channel}${since}: ${about}`;
    case 'ledger-broken':
      return `The ledger is broken at ${about}; seen${since}`;
    case 'not-told':
      return `${about === '1' ? '1 mail or webhook has' : `${about} mails and webhooks have`} reached nobody${since}`;
    case 'store-away':
      return `The store of builds does not answer${since}`;
    case 'site-silent':
      return `The site ${about} does not answer${since}`;
    case 'site-behind':
      return `The site ${about} does not follow ${channel}${since}`;
    case 'expired':
      return `The snapshot of ${channel} has expired${since}`;
    case 'expires-soon':
      return `The snapshot of ${channel} is not renewed: it expires at ${line.since === null ? '' : clock(line.since)}`;
    case 'no-reports':
      return line.since === null
        ? 'No tab has reported anything yet: how the builds fare is not known'
        : `No reports${since}: how the builds fare is not known`;
  }
}
