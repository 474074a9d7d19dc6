/** Version of the contracts a platform offers; a remote names the range it needs in `remote.config.ts`. */
export const CONTRACTS_VERSION = '1.0.0';
