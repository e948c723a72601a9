/** The address of a run of the local service. */
export interface LocalEndpoint {
  /** A Unix socket or, on Windows, a named pipe. */
  readonly socketPath: string;
  readonly key: string;
  /** The epoch of the run: its jobs are gone when it ends. */
  readonly incarnation: string;
}
