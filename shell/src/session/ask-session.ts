import { apiClient } from '../platform/api-client.ts';

/**
 * Asks the server who this is, and updates the store. Never rejects.
 * @returns whether it was answered: neither without the server, nor without the code that asks
 */
export async function askSession(): Promise<boolean> {
  try {
    const { loadSession } = await apiClient.load();
    return !('error' in (await loadSession()));
  } catch {
    return false;
  }
}
