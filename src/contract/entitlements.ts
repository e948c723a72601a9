import { fields } from './dialect.ts';
import { ShapeError } from './errors.ts';
import { asNumber, asText, type JsonObject, pick, unwrap } from './read.ts';
import { type TierName, tierNamed } from './tiers.ts';

/** What a key entitles to (api.md, Entitlements). */
export interface Entitlements {
  readonly planId: string | undefined;
  readonly planName: string | undefined;
  /** The tier, when it is one of api.md, Entitlements 3. */
  readonly tier: TierName | undefined;
  /** Credits of the plan, not what is left of them. */
  readonly totalCredits: number | undefined;
  /** Credits left, where the service says so (api.md, Left open). */
  readonly balance: number | undefined;
  /** When the credits are renewed, where the service says so (api.md, Left open); milliseconds since the epoch. */
  readonly renewsAt: number | undefined;
  /** Whether jobs cost credits: so unless the service says that they don't (additions.md, Plans that do not charge). */
  readonly charges: boolean;
  readonly raw: JsonObject;
}

/**
 * Reads the answer of `GET /{tool}/entitlements/me`.
 * @throws ShapeError when none of the four documented fields is there.
 */
export function parseEntitlements(body: unknown): Entitlements {
  const record = unwrap(body, isEntitlements);
  if (record === undefined || !isEntitlements(record)) throw new ShapeError('planId', 'entitlements record');
  const totalCredits = asNumber(pick(record, ['totalCredits']));
  const used = asNumber(pick(record, fields.usedCredits.read));
  const left = totalCredits !== undefined && used !== undefined ? totalCredits - used : undefined;
  return {
    planId: asText(pick(record, ['planId'])),
    planName: asText(pick(record, ['planName'])),
    tier: tierNamed(asText(pick(record, ['tier']))),
    totalCredits,
    balance: asNumber(pick(record, fields.balance.read)) ?? left,
    renewsAt: timeIn(pick(record, fields.renewsAt.read)),
    charges: pick(record, ['charges']) !== false || totalCredits !== undefined,
    raw: record,
  };
}

/** A time as text, or as a count of seconds or milliseconds; `undefined` for what is none. */
function timeIn(value: unknown): number | undefined {
  const count = asNumber(value);
  const time = count === undefined ? Date.parse(asText(value) ?? '') : count < 1e11 ? count * 1000 : count;
  return Number.isNaN(time) ? undefined : time;
}

function isEntitlements(object: JsonObject): boolean {
  return pick(object, ['planId', 'planName', 'tier', 'totalCredits']) !== undefined;
}
