import { asCredits, asNumber, asObject, asText, creditsIn, type JsonObject, pick, unwrap } from './read.ts';
import { fields } from './dialect.ts';
import { ShapeError } from './errors.ts';
import { type TierName, tierNamed } from './tiers.ts';

/** The entitlements of a key (api.md, Entitlements). */
export interface Entitlements {
  readonly planId: string | undefined;
  readonly planName: string | undefined;
  /** The tier, if it is one of those in api.md, Entitlements 3. */
  readonly tier: TierName | undefined;
  /** Credits that the plan includes, not credits left. */
  readonly totalCredits: number | undefined;
  /** Credits left, if the service reports them (api.md, Left open). */
  readonly balance: number | undefined;
  /**
   * The time when the credits renew, in milliseconds since the epoch, if the service reports it (api.md, Left open).
   */
  readonly renewsAt: number | undefined;
  /** True if jobs cost credits, which is the default (api-extensions.md, Plans that do not charge). */
  readonly charges: boolean;
  readonly raw: JsonObject;
}

/**
 * Reads the answer of `GET /{tool}/entitlements/me`.
 * @throws ShapeError if all four documented fields are missing
 */
export function parseEntitlements(body: unknown): Entitlements {
  const record = unwrap(body, isEntitlements);
  if (record === undefined || !isEntitlements(record)) throw new ShapeError('planId', 'entitlements record');
  const credits = readCredits(record);
  return {
    planId: asText(pick(record, ['planId'])),
    planName: asText(pick(record, ['planName'])),
    tier: tierNamed(asText(pick(record, ['tier']))),
    ...credits,
    renewsAt: timeIn(pick(record, fields.renewsAt.read)),
    charges: pick(record, ['charges']) !== false || credits.totalCredits !== undefined,
    raw: record,
  };
}

function saysUnlimited(figure: unknown): boolean {
  return (asNumber(figure) ?? 0) < 0 || (typeof figure === 'string' && /^unlimited$/i.test(figure));
}

/** The wallet's credits. If one of the fields means unlimited, all are ignored. */
function readCredits(record: JsonObject): Pick<Entitlements, 'totalCredits' | 'balance'> {
  const wallet = fields.credits.read.map((name) => asObject(pick(record, [name]))).find(Boolean) ?? {};
  const isUnlimited = [record, wallet].some((object) =>
    ['totalCredits', ...fields.balance.read].some((name) => saysUnlimited(pick(object, [name]))),
  );
  if (isUnlimited) return { totalCredits: undefined, balance: undefined };
  const totalCredits = creditsIn(record, ['totalCredits']);
  const balance = creditsIn(record, fields.balance.read) ?? creditsIn(wallet, fields.balance.read);
  const used = creditsIn(record, fields.usedCredits.read) ?? creditsIn(wallet, fields.usedCredits.read);
  const left = totalCredits !== undefined && used !== undefined ? totalCredits - used : undefined;
  return { totalCredits, balance: balance ?? asCredits(left) };
}

/** A time, given as text, in seconds, or in milliseconds; `undefined` for anything else. */
function timeIn(value: unknown): number | undefined {
  const count = asNumber(value);
  const time = count === undefined ? Date.parse(asText(value) ?? '') : count < 1e11 ? count * 1000 : count;
  return Number.isNaN(time) ? undefined : time;
}

function isEntitlements(object: JsonObject): boolean {
  return pick(object, ['planId', 'planName', 'tier', 'totalCredits']) !== undefined;
}

/**
 * Reads the estimated credits of a conversion (api.md, Endpoints 12), or the upper end of a range.
 * @throws ShapeError if there is no number
 */
export function parseEstimate(body: unknown): number {
  const record = unwrap(body, (object) => estimateIn(object) !== undefined);
  const credits = asCredits(body) ?? (record && estimateIn(record));
  if (credits === undefined) throw new ShapeError('credits', 'cost estimate');
  return credits;
}

function estimateIn(object: JsonObject): number | undefined {
  const inner = asObject(pick(object, fields.estimate.read));
  return creditsIn(object, fields.estimate.read) ?? upperEnd(object) ?? (inner && upperEnd(inner));
}

function upperEnd(object: JsonObject): number | undefined {
  const least = creditsIn(object, fields.estimateLeast.read);
  const most = creditsIn(object, fields.estimateMost.read);
  return least !== undefined && most !== undefined && least <= most ? most : undefined;
}
