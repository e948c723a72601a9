/** How to reach a run of the service on this computer. */
export interface LocalEndpoint {
  /** A Unix socket or, on Windows, a named pipe. */
  readonly socketPath: string;
  readonly key: string;
  /** Which run this is: its jobs are gone when it ends. */
  readonly incarnation: string;
}
