import { asPng, jsonOr, longText, SOUND_PNG, text } from './inputs.ts';

export type Decode = (input: Buffer) => unknown;

/** Code that reads untrusted bytes or text (docs/security/decoders.md), and the errors it may throw. */
export interface Decoder {
  name: string;
  about: string;
  seeds: readonly (string | Buffer)[];
  /** Loads the decoder's own modules, which the fuzzer instruments. @returns what throws only when something is wrong */
  open(): Promise<Decode>;
}

/** Only errors that the decoder documents are allowed. */
const expecting = (names: readonly string[], decode: Decode): Decode => {
  const check = (error: unknown) => {
    if (!names.includes((error as Error).name)) throw error;
  };
  return async (input) => {
    try {
      await decode(input);
    } catch (error) {
      check(error);
    }
  };
};

const NOW = new Date('2026-11-22T12:00:00Z');
const BUILD = {
  name: 'shell',
  version: '1.0.0',
  buildId: '0123456789ab',
  owner: 'team-platform',
  entry: 'a.js',
  globalName: 'a',
  integrity: {},
  files: {},
  exposes: {},
  slots: {},
  routes: [],
  shared: {},
  contracts: '1.0.0',
  styles: [],
  chains: {},
};
const SNAPSHOT = JSON.stringify({
  format: 1,
  product: 'redress',
  channel: 'production',
  number: 1,
  createdAt: '2026-11-22T00:00:00.000Z',
  expiresAt: '2036-01-01T00:00:00.000Z',
  shell: BUILD,
  remotes: { 'mf-wizard': { current: { ...BUILD, name: 'mf-wizard' }, lastGood: null } },
});

async function withKey() {
  const { generatePrivateKey } = await import('../../../services/releases/src/keys/ed25519.ts');
  const { signingKey } = await import('../../../packages/release-client/src/signing.ts');
  const key = signingKey(generatePrivateKey());
  const keys = { [key.keyId]: key.publicKey };
  const trust = {
    format: 1 as const,
    product: 'redress' as const,
    version: 1,
    expiresAt: '2036-01-01T00:00:00.000Z',
    threshold: 1,
    root: keys,
    channels: { production: keys },
    teams: { 'team-platform': keys },
    remotes: {},
    promoters: {},
  };
  return { key, keys, trust };
}

export const DECODERS: readonly Decoder[] = [
  {
    name: 'signature',
    about: 'PNG of a signature, from a browser',
    seeds: [
      Buffer.concat([Buffer.from([0]), SOUND_PNG]),
      Buffer.from([1, 2, 2, 8, 6]),
      Buffer.from([2, 9, 9, 1, 2, 3, 4, 0, 1, 2]),
    ],
    async open() {
      const { flattenSignature } =
        await import('../../../services/claims/src/platform/signatures/flatten-signature.ts');
      return expecting(['PictureError'], (input) => {
        const png = asPng(input);
        const flat = flattenSignature(`data:image/png;base64,${png.toString('base64')}`);
        if (!flat.equals(flattenSignature(`data:image/png;base64,${png.toString('base64')}`)))
          throw new Error('the same file gives two pictures');
      });
    },
  },
  {
    name: 'snapshot',
    about: 'signed snapshot, as a site by itself receives it; one in two is rightly signed',
    seeds: [
      `\x01${SNAPSHOT}`,
      `\x00${JSON.stringify({ keyId: '0123456789abcdef', signature: 'AAAA', payload: SNAPSHOT })}`,
    ],
    async open() {
      const { acceptSnapshot } = await import('../../../services/releases/src/snapshots/accept-snapshot.ts');
      const { key, trust } = await withKey();
      const context = { trust, channel: 'production', heldNumber: 1, now: NOW };
      return expecting(['SnapshotRejected'], (input) => {
        const payload = text(input.subarray(1));
        const isSigned = (input[0] ?? 0) % 2 === 1;
        const received = isSigned ? { keyId: key.keyId, signature: key.sign(payload), payload } : jsonOr(payload);
        const { snapshot } = acceptSnapshot(received, context);
        if (!isSigned || snapshot.product !== 'redress' || snapshot.channel !== 'production')
          throw new Error('a snapshot was accepted that is none of ours');
      });
    },
  },
  {
    name: 'browser-snapshot',
    about: 'signed snapshot in a tab: the envelope unsigned, and the checks beside the signature',
    seeds: [
      `\x01${SNAPSHOT}`,
      `\x00${JSON.stringify({ keyId: 'a', signature: 'AAAA', payload: SNAPSHOT })}`,
      '\x01null',
    ],
    async open() {
      const { checkSnapshot, verifySnapshot } = await import('../../../packages/mf-runtime/src/host/snapshot.ts');
      const { keys } = await withKey();
      return expecting(['SnapshotError'], async (input) => {
        const body = text(input.subarray(1));
        if ((input[0] ?? 0) % 2 === 1)
          return void checkSnapshot(body, { now: NOW, current: { channel: 'production', number: 1 } });
        const envelope = jsonOr(body) as { keyId: string; signature: string; payload: string };
        if (typeof envelope !== 'object' || envelope === null) return;
        await verifySnapshot(
          { keyId: String(envelope.keyId), signature: String(envelope.signature), payload: String(envelope.payload) },
          { keys, now: NOW },
        );
        throw new Error('an unsigned snapshot was accepted');
      });
    },
  },
  {
    name: 'trust',
    about: 'trust document; one in two is signed by its own root key',
    seeds: [
      `\x01${JSON.stringify({ format: 1, product: 'redress', version: 2, expiresAt: '2036-01-01T00:00:00.000Z', threshold: 1, root: {}, channels: {}, teams: {} })}`,
      `\x00${JSON.stringify({ payload: '{}', signatures: {} })}`,
    ],
    async open() {
      const { acceptTrust } = await import('../../../services/releases/src/keys/trust.ts');
      const { trust } = await withKey();
      return expecting(['Error', '$ZodError', 'ZodError', 'SyntaxError'], (input) => {
        const payload = text(input.subarray(1));
        const signed = (input[0] ?? 0) % 2 === 1 ? { payload, signatures: {} } : jsonOr(payload);
        const { payload: inner, signatures } = (signed ?? {}) as { payload?: unknown; signatures?: unknown };
        if (typeof inner !== 'string' || typeof signatures !== 'object' || signatures === null) return;
        acceptTrust({ payload: inner, signatures: signatures as Record<string, string> }, trust, NOW);
        throw new TypeError('an unsigned trust document was accepted');
      });
    },
  },
  {
    name: 'build',
    about: 'build.json, signed by nobody of ours',
    seeds: [JSON.stringify(BUILD), '{}', JSON.stringify({ ...BUILD, name: 'mf-wizard' })],
    async open() {
      const { openSignedBuild } = await import('../../../services/releases/src/builds/signed-build.ts');
      const { key, trust } = await withKey();
      return expecting(['ReleaseRefusal'], (input) => {
        openSignedBuild({ keyId: key.keyId, signature: 'AAAA', payload: text(input) }, trust);
        throw new Error('an unsigned build was accepted');
      });
    },
  },
  {
    name: 'scripts',
    about: "the gate's reading of a build's scripts for unsafe code and keys",
    seeds: [
      '\x01eval("1")',
      '\x01(0,eval)("x")',
      '\x01`a${b}`/*x*/ //y\n"\\"" /re[/]/g',
      '\x01new Function("a")',
      '\x01sk_live_aaaaaaaaaaaa',
      '\x00a=/',
      '\x00`${',
    ],
    async open() {
      const { findSecrets, findUnsafeCode } = await import('../../../services/releases/src/builds/unsafe-code.ts');
      return (input) => {
        const source = longText(input);
        findUnsafeCode(source);
        findSecrets(source);
      };
    },
  },
  {
    name: 'reports',
    about: 'reports of tabs',
    seeds: [
      JSON.stringify({
        token: 'a.b.c',
        reports: [{ remote: 'mf-wizard', buildId: '0123456789ab', kind: 'loaded', value: 1 }],
      }),
      '{"token":"a.9999999999999.b","reports":[]}',
    ],
    async open() {
      const { createBeaconIntake } = await import('../../../services/releases/src/health/beacons.ts');
      const intake = createBeaconIntake({
        now: () => NOW,
        byAddress: true,
        key: () => Buffer.alloc(32, 1),
        count: () => {},
        fail: () => {},
        served: () => 1,
      });
      return (input) => {
        const answer = intake.take(jsonOr(text(input)), '198.51.100.1', 'abcdefghijklmnop');
        if ('accepted' in answer) throw new Error('a report with a made-up token was counted');
      };
    },
  },
  {
    name: 'body',
    about: 'body of a call, then the schema of the largest one',
    seeds: [
      '{"form_session_id":"0123456789abcdef01234567","amount":1}',
      '{"a":[[[1]]]}',
      '{"__proto__":{"a":1}}',
      '{"recipients":[{}],"signature":"data:"}',
    ],
    async open() {
      const { parseJsonObject } = await import('../../../services/claims/src/platform/http/json-body.ts');
      const { saveFormData } = await import('@redress/contracts');
      const z = await import('zod/mini');
      return expecting(['AppError'], (input) => {
        const body = parseJsonObject(Buffer.from(input));
        z.safeParse(saveFormData.body, body);
        if (({} as { a?: unknown }).a !== undefined) throw new Error('Object.prototype was changed');
      });
    },
  },
  {
    name: 'log-lines',
    about: 'what the log scrubs from a message',
    seeds: [
      '\x01user a@b.co at https://x.example/?token=1 card 4242424242424242',
      '\x00a@',
      '\x00+1 (555) 123-4567 ',
      '\x00/a/b?c=',
      '\x0012-34 ',
    ],
    async open() {
      const { scrubText } = await import('../../../packages/telemetry/src/redaction.ts');
      return (input) => {
        const line = scrubText(longText(input));
        if (typeof line !== 'string') throw new Error('a line became something else');
      };
    },
  },
  {
    name: 'headers',
    about: 'cookies, languages of encodings, addresses, browser names and request ids',
    seeds: [
      '\x01redress-session=abc; b=c',
      '\x01gzip;q=0.5, br',
      '\x01Mozilla/5.0 (X11; Linux) Chrome/150',
      '\x00a;',
      '\x00q=',
    ],
    async open() {
      const [{ aHeadersApp }, { deviceLabel }, { correlationIdFrom }] = await Promise.all([
        import('../../../services/site/src/testing/headers-app.ts'),
        import('../../../services/claims/src/platform/http/device-label.ts'),
        import('../../../packages/telemetry/src/correlation.ts'),
      ]);
      const read = await aHeadersApp();
      return async (input) => {
        const value = longText(input);
        await read(value);
        deviceLabel(value);
        if (!/^[\w.:-]{1,128}$/.test(correlationIdFrom({ 'x-request-id': value })))
          throw new Error('a request id was taken as it came');
      };
    },
  },
  {
    name: 'claim-texts',
    about: 'what people type: the gate of the letter',
    seeds: [
      '\x01He said he would call the police on me. I owe nothing.',
      '\x00my neighbor ',
      '\x00a. ',
      '\x00immigration, ',
      '\x00$1,250.50 on March 2 ',
      '\x00. . . ',
    ],
    async open() {
      const { printableText, screenText } = await import('../../../packages/domain/src/letter/gate/index.ts');
      return (input) => {
        const typed = longText(input);
        screenText(typed);
        printableText(typed);
      };
    },
  },
];
