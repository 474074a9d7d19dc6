import { late } from '@redress/mf-runtime';

/** The client of the API, with its slice in the store: fetched when a remote asks for it, or the session is asked for. */
export const apiClient = late(async () => {
  const client = await import(/* webpackChunkName: "api-client" */ '@redress/api-client');
  client.startApi();
  return client;
});
