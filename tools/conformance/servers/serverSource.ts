import type { Needs } from '../rule.ts';

/** A server that answers at an address to a key. */
export interface RunningServer {
  /** May carry a path, below which the API lives. */
  readonly baseUrl: URL;
  readonly key: string;
  /** See `RuleContext.windowEndsAt`. */
  readonly windowEndsAt: number | undefined;
  close(): Promise<void>;
}

/** Where the servers come from that rules are judged at. */
export interface ServerSource {
  /** Whether they are started for this run alone. */
  readonly launched: boolean;
  /** Rules with the same answer share a server; `undefined` for needs that can't be met. */
  groupOf(needs: Needs): string | undefined;
  open(needs: Needs, signal: AbortSignal): Promise<RunningServer>;
}
