/**
 * Variables whose values are secrets, and public keys that change together with one. Each may be a file of `SECRETS_DIR`
 * instead, and is then followed while the program runs.
 * @see docs/guides/configuration.md, Secrets as files
 */
export const SECRET_VARIABLES = [
  'BACKUP_DATABASE_URL',
  'BACKUP_SECRET',
  'CONSOLE_OIDC_CLIENT_ID',
  'CONSOLE_OIDC_CLIENT_SECRET',
  'DATABASE_DIRECT_URL',
  'DATABASE_URL',
  'DRAFTING_KEY',
  'LOB_API_KEY',
  'LOB_WEBHOOK_SECRET',
  'METRICS_TOKEN',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'PLACES_KEY',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'SMTP_URL',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
] as const;
export type SecretVariable = (typeof SECRET_VARIABLES)[number];
