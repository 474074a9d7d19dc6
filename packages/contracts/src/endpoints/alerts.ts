import * as z from 'zod/mini';
import { Id24, Instant } from '../claim/wire-values.ts';
import { endpoint } from '../endpoint.ts';

export const Alert = z.object({
  id: Id24,
  title: z.string(),
  message: z.string(),
  created_at: Instant,
  /** A page of ours the alert is about, or null. */
  link: z.nullable(z.string()),
});
export type Alert = z.output<typeof Alert>;

export const getAlerts = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/api/user/get_alerts.php',
  summary: 'Alerts not dismissed, newest first, at most 50.',
  access: 'user',
  answer: z.object({ alerts: z.array(Alert) }),
  errors: ['NOT_SIGNED_IN'],
});

export const dismissAlert = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/api/user/alerts/dismiss',
  summary: 'DONE: dismisses an alert for good (R24).',
  access: 'user',
  body: z.object({ alert_id: Id24 }),
  answer: z.object({}),
  errors: ['NOT_SIGNED_IN', 'NOT_FOUND'],
});

export const alertEndpoints = { getAlerts, dismissAlert } as const;
