import type { Needs } from '../rule.ts';

/** An identity provider, and a person who may sign in there with a password. */
export interface Identity {
  /** Its address; by default, the one that the server announces. */
  readonly authUrl?: URL | undefined;
  readonly email?: string | undefined;
  readonly password?: string | undefined;
}

/** A server that answers at an address and accepts a key. */
export interface RunningServer {
  /** May include a path, which all paths of the API follow. */
  readonly baseUrl: URL;
  readonly key: string;
  /** See `RuleContext.windowEndsAt`. */
  readonly windowEndsAt: number | undefined;
  readonly identity?: Identity | undefined;
  close(): Promise<void>;
}

/** The source of the servers to test. */
export interface ServerSource {
  /** True if the servers are started only for this run. */
  readonly launched: boolean;
  /** A key for the needs of a rule. Rules with the same key share a server; `undefined` for needs that can't be met. */
  groupOf(needs: Needs): string | undefined;
  open(needs: Needs, signal: AbortSignal): Promise<RunningServer>;
}
