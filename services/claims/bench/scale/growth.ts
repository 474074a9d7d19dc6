import { proofTable } from '@redress/tools/proof';
import type { Weight } from './letter-weight.ts';
import { closedNetwork } from './model.ts';

/** The load of one: four million letters in three years. What is assumed of people stands in docs/scaling.md. */
const LETTERS_A_DAY = 4_000_000 / (3 * 365);
const PEAK_HOUR_SHARE = 0.1;
const STARTED_PER_LETTER = 3;
const WIZARD_SECONDS = 20 * 60;
/** A save every four seconds and a read for every second save. */
const SECONDS_BETWEEN_CALLS = 1 / (0.25 + 0.125);
/** Above this a station's queue grows faster than its load. */
const BUSY_AT_MOST = 0.6;
const POOL = 20;
const BOSS_POOL = 2;
/** The carrier takes 150 requests in 5 s. */
const CARRIER_PER_SECOND = 30;
const DAYS_ON_THE_WAY = 6;
const POLLS_A_DAY = 4;
const POLLS_AN_HOUR = 9_000;
const GB = 2 ** 30;

interface Growth {
  wizards: number;
  callsPerSecond: number;
  processes: number;
  databaseCores: number;
  connections: number;
  /** Connections that are in use at the same moment, by Little's law. */
  inUse: number;
  responseMs: number;
  lettersPerSecond: number;
  pollsPerHour: number;
  databaseGbPerYear: number;
  filesGbPerYear: number;
}

interface PerCall {
  /** CPU seconds of one call. */
  api: number;
  database: number;
}

/** @param times - so many times four million letters in three years */
function loadOf(
  times: number,
  { perCall, delaySeconds, weight }: { perCall: PerCall; delaySeconds: number; weight: Weight },
): Growth {
  const lettersPerDay = LETTERS_A_DAY * times;
  const lettersPerPeakSecond = (lettersPerDay * PEAK_HOUR_SHARE) / 3_600;
  const wizards = Math.max(1, Math.round(lettersPerPeakSecond * STARTED_PER_LETTER * WIZARD_SECONDS));
  const wanted = wizards / SECONDS_BETWEEN_CALLS;
  const processes = Math.max(2, Math.ceil((wanted * perCall.api) / BUSY_AT_MOST));
  const databaseCores = Math.max(2, Math.ceil((wanted * perCall.database) / BUSY_AT_MOST));
  const { throughput, response } = closedNetwork(
    [
      { name: 'API processes', demand: perCall.api, servers: processes },
      { name: 'database', demand: perCall.database, servers: databaseCores },
    ],
    { callers: wizards, thinkSeconds: SECONDS_BETWEEN_CALLS, delaySeconds },
  );
  const perYear = (lettersPerDay * 365) / GB;
  return {
    wizards,
    callsPerSecond: throughput,
    processes,
    databaseCores,
    connections: processes * (POOL + BOSS_POOL),
    inUse: throughput * response,
    responseMs: response * 1_000,
    lettersPerSecond: lettersPerPeakSecond,
    pollsPerHour: (lettersPerDay * DAYS_ON_THE_WAY * POLLS_A_DAY) / 24,
    databaseGbPerYear: perYear * (weight.rowBytes + weight.indexBytes),
    filesGbPerYear: perYear * weight.fileBytes,
  };
}

const round = (value: number) => value.toLocaleString('en-US', { maximumSignificantDigits: 3 });

/** Markdown: what the model says of ten, a hundred and a thousand times the load. */
export function growthOf(given: { perCall: PerCall; delaySeconds: number; weight: Weight }): string[] {
  const times = [1, 10, 100, 1_000];
  const loads = times.map((each) => loadOf(each, given));
  const row = (what: string, of: (load: Growth) => string) => [what, ...loads.map(of)];
  return [
    `Simulated: the demands of one call as they were measured, stations that are at most ${BUSY_AT_MOST * 100} % busy, and the people of [docs/scaling.md](../scaling.md), The load. Every processor is as fast as this machine's.`,
    proofTable(
      ['', ...times.map((each) => `${each}x`)],
      [
        row('letters a day', ({ lettersPerSecond }) => round((lettersPerSecond * 3_600) / PEAK_HOUR_SHARE)),
        row('wizards at the same time, at the peak', ({ wizards }) => round(wizards)),
        row('calls/s', ({ callsPerSecond }) => round(callsPerSecond)),
        row('API processes', ({ processes }) => round(processes)),
        row('processors of the database, for these calls', ({ databaseCores }) => round(databaseCores)),
        row('connections they may open', ({ connections }) => round(connections)),
        row('connections in use', ({ inUse }) => round(inUse)),
        row('answer, ms', ({ responseMs }) => responseMs.toFixed(1)),
        row(`letters to the carrier, of ${CARRIER_PER_SECOND}/s that it takes`, ({ lettersPerSecond }) =>
          round(lettersPerSecond),
        ),
        row(`polls an hour if no webhook came, of ${round(POLLS_AN_HOUR)}`, ({ pollsPerHour }) => round(pollsPerHour)),
        row('GB of database a year', ({ databaseGbPerYear }) => round(databaseGbPerYear)),
        row('GB of files a year', ({ filesGbPerYear }) => round(filesGbPerYear)),
      ],
    ),
  ];
}
