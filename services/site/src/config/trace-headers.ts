import { present, type Secret } from '@redress/server/secrets';

/** Headers as OpenTelemetry writes them in one variable: `name=value`, percent-encoded, separated by commas. */
export const traceHeaders = (given: Secret): Record<string, string> =>
  Object.fromEntries(
    present(given)
      .split(',')
      .filter(Boolean)
      .map((pair) => {
        const [name = '', ...value] = pair.split('=');
        return [name.trim(), decodeURIComponent(value.join('=').trim())];
      }),
  );
