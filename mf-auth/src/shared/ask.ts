import type { ApiError } from '@redress/api-client';
import { fieldErrors, type FormProps } from '@redress/forms';
import { late, useLate } from '@redress/mf-runtime';
import { selectSession, useAppSelector } from '@redress/session-store';
import type * as Calls from './calls.ts';

type FormName = keyof typeof Calls.schemas;

/** What this remote asks the server, and its schemas, come with the client of the API: no first screen waits for them. */
export const calls = late(() => import(/* webpackChunkName: "calls" */ './calls.ts'));

/**
 * Fetches the calls when the session is known: the client of the API has come by then.
 * @returns the schema of a form; none yet where `ask` will check what is sent
 */
export function useSchema(form: FormName): Pick<FormProps<object>, 'schema'> {
  const state = useLate(calls, useAppSelector(selectSession).status !== 'unknown');
  return state.status === 'ready' ? { schema: state.value.schemas[form] } : {};
}

const refused = (code: ApiError['code'], fields?: Record<string, string>): { error: ApiError } => ({
  error: { code, message: '', status: 0, ...(fields && { fields }) },
});

/**
 * Sends one of the calls. Where their file does not arrive nothing was sent, and the next press asks for it again.
 * @param sent - what a form sends: checked here, for it may have been drawn and pressed before its schema was there
 */
export async function ask<Result>(
  send: (all: typeof Calls) => Promise<Result>,
  sent?: Partial<Record<FormName, object>>,
): Promise<Result | { error: ApiError }> {
  const all = await calls.load().catch(() => undefined);
  if (!all) return refused('OFFLINE');
  for (const [form, values] of Object.entries(sent ?? {})) {
    const fields = fieldErrors(all.schemas[form as FormName], values);
    if (Object.keys(fields).length > 0) return refused('VALIDATION_FAILED', fields);
  }
  return send(all);
}
