import type { Logger } from '@redress/telemetry/server';
import { issueKeys, readKeys, type IssuedKeys, type SandboxKeys } from './keys.ts';
import { createControlServer } from './control/server.ts';
import { createPrinter } from './lob/printer.ts';
import { createLobServer, signLob } from './lob/server.ts';
import { createOidcStandIn } from './oidc/server.ts';
import type { OidcClient } from './oidc/provider.ts';
import { createMailbox } from './mailbox/mailbox.ts';
import { createMailboxServer } from './mailbox/server.ts';
import { createSmtpStandIn } from './mailbox/smtp.ts';
import { createPlacesServer } from './places/server.ts';
import { signStripe } from './stripe/events.ts';
import { createStripeServer } from './stripe/server.ts';
import { httpStandIn, type StandIn } from './world/stand-in.ts';
import { createWorld } from './world/world.ts';

/** Names in the order of their ports from `basePort` on. */
const NAMES = ['mailbox', 'smtp', 'stripe', 'lob', 'places', 'oidc', 'control'] as const;
export type StandInName = (typeof NAMES)[number];
export type SandboxAddresses = Record<StandInName, string>;

export interface SandboxOptions {
  /** A loopback address: the sandbox has no secrets worth keeping and must not be reached from elsewhere. */
  host?: string;
  /** The first of seven ports in a row; 0 takes any free ones. */
  basePort?: number;
  /** Ports of single stand-ins; 0 takes any free one. */
  ports?: Partial<Record<StandInName, number>>;
  /** `http://localhost:3000`: may frame the payment fields, takes sign-ins back and gets the webhooks. */
  siteOrigin: string;
  /** The release console, and whom it lets in: the accounts that its people choose from. */
  console?: { origin: string; operators: readonly { name: string; email: string }[] };
  webhooks?: Partial<Record<'stripe' | 'lob', { url?: string; secret?: string }>>;
  keys?: Partial<SandboxKeys>;
  /** The folder the world is kept in. */
  dataDir: string;
  logger: Logger;
  /** Wall time; `Date.now` when absent. */
  now?: () => Date;
  /** The same seed and the same story give the same ids. */
  seed?: string;
}

/** What a client of the sandbox needs. */
export interface SandboxWorld {
  addresses: SandboxAddresses;
  smtp: { host: string; port: number };
  keys: SandboxKeys;
}

/** Who sends people to the stand-in of an OpenID provider: the site, and the release console where there is one. */
const clientsOf = ({ siteOrigin, console }: SandboxOptions, keys: SandboxKeys, issued: IssuedKeys): OidcClient[] => [
  {
    clientId: keys.oidcClientId,
    clientSecret: keys.oidcClientSecret,
    isSecret: (given) => issued.isIssued('oidcClientSecret', given),
    redirectUri: `${siteOrigin}/api/google/callback`,
    standsInFor: 'Google',
    accounts: [],
  },
  ...(console
    ? [
        {
          clientId: keys.consoleClientId,
          clientSecret: keys.consoleClientSecret,
          isSecret: (given: string) => issued.isIssued('consoleClientSecret', given),
          redirectUri: `${console.origin}/api/sign-in/callback`,
          standsInFor: 'the provider of your operators',
          accounts: console.operators,
        },
      ]
    : []),
];

/**
 * The outside world on this machine: each stand-in speaks its vendor's wire on an origin of its own and remembers
 * what it was told, also over a kill.
 */
export function createSandbox(options: SandboxOptions) {
  const { host = '127.0.0.1', basePort = 0, logger } = options;
  const now = options.now ?? (() => new Date());
  const world = createWorld({
    dataDir: options.dataDir,
    now: () => now().getTime(),
    logger,
    ...(options.seed === undefined ? {} : { seed: options.seed }),
  });
  const { stripe: stripeHook, lob: lobHook } = options.webhooks ?? {};
  const keys = readKeys(world, {
    ...options.keys,
    ...(stripeHook?.secret ? { stripeWebhookSecret: stripeHook.secret } : {}),
    ...(lobHook?.secret ? { lobWebhookSecret: lobHook.secret } : {}),
  });
  const issued = issueKeys(keys);
  const mailbox = createMailbox(world);
  const printer = createPrinter(world, () => known().lob);
  const standIns: Record<StandInName, StandIn> = {
    mailbox: httpStandIn(createMailboxServer(mailbox)),
    smtp: createSmtpStandIn({ mailbox, faults: world.faults, keys: issued }),
    stripe: httpStandIn(
      createStripeServer({ world, keys: issued, siteOrigin: options.siteOrigin, baseUrl: () => known().stripe }),
    ),
    lob: httpStandIn(
      createLobServer({ printer, faults: world.faults, keys: issued, wallMs: () => world.clock.wall() }),
    ),
    places: httpStandIn(createPlacesServer({ faults: world.faults, keys: issued })),
    oidc: createOidcStandIn(world, clientsOf(options, keys, issued)),
    control: httpStandIn(createControlServer({ world, printer, mailbox, issued, addresses: () => known() })),
  };
  world.webhooks.target('lob', {
    url: lobHook?.url ?? `${options.siteOrigin}/api/carrier/webhook?carrier=lob`,
    sign: (body, wallMs) => signLob(issued.current('lobWebhookSecret'), body, wallMs),
  });
  world.webhooks.target('stripe', {
    url: stripeHook?.url ?? `${options.siteOrigin}/api/stripe/webhook`,
    sign: (body, wallMs) => signStripe(issued.current('stripeWebhookSecret'), body, wallMs),
  });
  let addresses: SandboxAddresses | null = null;

  const known = (): SandboxAddresses => {
    if (!addresses) throw new Error('The sandbox has no addresses before it is started.');
    return addresses;
  };
  const stop = async () => {
    world.stop();
    await Promise.allSettled(Object.values(standIns).map((standIn) => standIn.close()));
    addresses = null;
  };

  return {
    async start(): Promise<void> {
      const found: Partial<SandboxAddresses> = {};
      try {
        for (const [index, name] of NAMES.entries()) {
          const port = options.ports?.[name] ?? (basePort === 0 ? 0 : basePort + index);
          found[name] = await standIns[name].listen(host, port);
        }
      } catch (error) {
        await stop();
        throw error;
      }
      addresses = found as SandboxAddresses;
      world.start();
    },
    stop,
    ready: () => Promise.resolve(addresses ? { ok: true } : { ok: false, detail: 'not started' }),
    /** @throws before `start` has settled */
    world(): SandboxWorld {
      const { hostname, port } = new URL(known().smtp);
      return { addresses: known(), smtp: { host: hostname, port: Number(port) }, keys };
    },
  };
}
export type Sandbox = ReturnType<typeof createSandbox>;
