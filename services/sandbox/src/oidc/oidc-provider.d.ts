/** The part of `oidc-provider` 9 that is used here; the package brings no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export interface InteractionDetails {
    uid: string;
    params: Record<string, string | undefined>;
  }

  export interface Session {
    accountId: string;
    grantIdFor(clientId: string): string | undefined;
  }

  export interface Grant {
    accountId: string;
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  export interface Context {
    oidc: {
      provider: Provider;
      client: { clientId: string };
      session: Session;
      result?: Record<string, unknown>;
    };
  }

  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    Client: { prototype: { clientId: string; compareClientSecret(given: string): boolean } };
    Grant: {
      new (values: { clientId: string; accountId: string }): Grant;
      find(id: string): Promise<Grant | undefined>;
    };
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<InteractionDetails>;
    interactionResult(
      request: IncomingMessage,
      response: ServerResponse,
      result: Record<string, unknown>,
    ): Promise<string>;
    on(event: string, listener: (context: Context, error: Error) => void): this;
  }

  export class Check {
    static readonly REQUEST_PROMPT: true;
    static readonly NO_NEED_TO_PROMPT: false;
    constructor(reason: string, description: string, check: (context: Context) => boolean);
  }
  export class Prompt {
    constructor(info: { name: string; requestable: boolean }, ...checks: Check[]);
  }
  export const interactionPolicy: {
    Check: typeof Check;
    Prompt: typeof Prompt;
    base(): { add(prompt: Prompt, index?: number): void };
  };
  export { Provider as default };
}
