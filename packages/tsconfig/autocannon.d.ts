/** Types of the autocannon calls of the benches; the package ships none. */
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
    /** Seconds. */
    duration?: number;
    /** Requests, in place of a time. */
    amount?: number;
    headers?: Record<string, string>;
    overallRate?: number;
    setupClient?: (client: Client) => void;
  }
  export interface Result {
    /** Seconds. */
    duration: number;
    requests: { /** A second. */ average: number; total: number };
    errors: number;
    non2xx: number;
    /** Answers by status. */
    statusCodeStats: Partial<Record<number, { count: number }>>;
  }
  export default function autocannon(options: Options): Promise<Result>;
}
