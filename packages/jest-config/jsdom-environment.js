import { TestEnvironment } from 'jest-environment-jsdom';

/** jsdom, with the platform's fetch family: RTK Query and the contracts need the real Request and Response. */
export default class JsdomWithFetch extends TestEnvironment {
  constructor(...args) {
    super(...args);
    for (const name of [
      'fetch',
      'Request',
      'Response',
      'Headers',
      'structuredClone',
      'TextEncoder',
      'TextDecoder',
      'BroadcastChannel',
    ]) {
      this.global[name] ??= globalThis[name];
    }
  }
}
