export { SECRET_VARIABLES, type SecretVariable } from './secret-variables.ts';
export { accepted, madeFrom, present, type Secret } from './secret.ts';
export { environmentWithSecrets, openSecretsFolder, type SecretsFolder } from './secrets-folder.ts';
