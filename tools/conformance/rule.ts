import type { TierLimits, TierName } from '../../src/contract/tiers.ts';
import type { Clock } from '../../src/util/clock.ts';
import { memoize } from '../../src/util/memoize.ts';
import type { RawHttp } from './http/rawHttp.ts';
import type { Identity } from './servers/serverSource.ts';

/**
 * A rule's requirements for its server. With any of them except `credits: 'plan'`, the rule needs a server that was
 * started for it. That server has plenty of credits unless the rule asks for a number, or for the plan's own.
 */
export interface Needs {
  readonly credits?: number | 'plan';
  readonly retentionSeconds?: number;
  readonly poolSlots?: number;
  readonly jobDelayMs?: number;
  /** The only address that may use the key. */
  readonly allowedAddress?: string;
  /** A server with an identity provider. Any server at an address may have one. */
  readonly identityProvider?: true;
  /** A server with a store that clients can reach. Any server at an address may have one. */
  readonly reachableStore?: true;
  /**
   * Starts the server's clock shortly before this moment: the end of a day in the middle of a month, or the end of the
   * plan's own window.
   */
  readonly windowEnd?: 'day' | 'plan';
  /**
   * A name for the server. Rules share it only with rules that give the same name, because they leave it in a state
   * that would mislead others.
   */
  readonly server?: string;
}

/** A claim about a service. */
export interface Claim {
  readonly id: string;
  /**
   * The rules in docs/api.md or docs/api-extensions.md that the claim is based on, the most specific first: `Service 3`,
   * or a row in its table: `Errors 2, jobs.expired`.
   */
  readonly sections: readonly string[];
  readonly statement: string;
}

/** An observable claim of these documents, with its check. */
export interface ConformanceRule extends Claim {
  /** The tiers that the claim applies to; all if absent. */
  readonly plans?: readonly TierName[];
  readonly needs?: Needs;
  /** True if one of its requests may be charged. */
  readonly spends?: boolean;
  /**
   * Resolves to the evidence, one short sentence.
   * @throws Violation if the claim is false, NotObservable if it can't be tested here
   */
  readonly check: (context: RuleContext) => Promise<string>;
}

export type Rule = Omit<ConformanceRule, 'id'>;

/** Rules by their ids. */
export type RuleTable = Readonly<Record<string, Rule>>;

/** Rules whose requests may be charged, except where they say otherwise. */
export function spending(table: RuleTable): RuleTable {
  return Object.fromEntries(Object.entries(table).map(([id, rule]) => [id, { spends: true, ...rule }]));
}

/** The context of the rules that share a server. */
export interface RuleContext {
  readonly http: RawHttp;
  readonly key: string;
  /** `undefined` if the tier of the key is unknown. */
  readonly plan: TierName | undefined;
  readonly limits: TierLimits | undefined;
  /** True if the server was started for this run, so that load on it harms nobody. */
  readonly launched: boolean;
  /**
   * The end of the window that `Needs.windowEnd` requests, in milliseconds since the epoch by this computer's clock.
   */
  readonly windowEndsAt: number | undefined;
  /** The identity provider, as far as it was specified. */
  readonly identity?: Identity | undefined;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Does something at most once for all rules that share a server, to save credits. */
export function oncePerServer<T>(
  make: (context: RuleContext) => Promise<T>,
): (context: RuleContext) => Promise<T> {
  return memoize(make);
}

export type RuleOutcome = 'pass' | 'fail' | 'not observable';

/** The result of a claim at one server. */
export interface RuleResult {
  readonly rule: Claim;
  readonly outcome: RuleOutcome;
  /** One plain line without secrets. */
  readonly evidence: string;
}

/** The server deviates from api.md; the message is the evidence. */
export class Violation extends Error {
  override readonly name = 'Violation';
}

/** The claim can't be tested at this server; the message says why. */
export class NotObservable extends Error {
  override readonly name = 'NotObservable';
}
