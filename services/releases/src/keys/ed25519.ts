import { generateKeyPairSync } from 'node:crypto';

/** @returns a new private key, PKCS #8 PEM */
export const generatePrivateKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
