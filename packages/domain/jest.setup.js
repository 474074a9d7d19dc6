import fc from 'fast-check';

// `npm run verify`: every property of the rules over as many cases as the issue of record asks; the gate keeps to a hundred.
if (process.env['VERIFY'] === '1') fc.configureGlobal({ numRuns: 10_000 });
