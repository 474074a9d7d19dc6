export { createSandbox } from './sandbox.ts';
export type { Sandbox, SandboxAddresses, SandboxOptions, SandboxWorld } from './sandbox.ts';
export type { SandboxKeys } from './keys.ts';
