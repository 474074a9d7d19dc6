/** Types of the autocannon calls in this folder; the package ships none. */
declare module 'autocannon' {
  export interface Request {
    method: 'GET' | 'POST';
    path: string;
    headers?: Record<string, string>;
    body?: string;
  }
  export interface Client {
    setRequests(requests: Request[]): void;
    on(event: 'response', listener: (status: number, bytes: number, milliseconds: number) => void): void;
  }
  export interface Options {
    url: string;
    connections: number;
    duration: number;
    overallRate?: number;
    setupClient: (client: Client) => void;
  }
  export default function autocannon(options: Options): Promise<{ duration: number; errors: number }>;
}
