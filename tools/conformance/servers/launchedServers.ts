import { tierLimits, type TierName } from '../../../src/contract/tiers.ts';
import { StandaloneService, testKey, withPrograms } from '../../../test/support/service/standalone.ts';
import type { Needs } from '../rule.ts';
import type { RunningServer, ServerSource } from './serverSource.ts';
import type { Slots } from './slots.ts';

/** Enough credits for every rule that doesn't ask for a number. */
export const plentifulCredits = 100_000;
/**
 * The first estimate of the time from the service's start to the end of its time window, in which rules spend credits.
 */
const shortLeadMs = 12_000;

/**
 * Starts the local service in its standalone form, with one process for all rules with equal needs. The slots limit the
 * number of servers that run at the same time.
 */
export function launchedServers(plan: TierName, slots: Slots): ServerSource {
  return {
    launched: true,
    // The local service has no identity provider, and no store.
    groupOf: (needs) => (needs.identityProvider || needs.reachableStore ? undefined : groupOf(needs)),
    async open(needs, signal): Promise<RunningServer> {
      const slot = await slots.take(signal);
      try {
        const { started, windowEndsAt } = await startInWindow(needs, plan, shortLeadMs, (clock) =>
          StandaloneService.start(['--plan', plan, ...switches(needs, clock)], withPrograms, () => {}),
        );
        const close = async (): Promise<void> => {
          await started.stop();
          slot.dispose();
        };
        return { baseUrl: new URL(started.api.baseUrl), key: testKey, windowEndsAt, close };
      } catch (error) {
        slot.dispose();
        throw error;
      }
    },
  };
}

/**
 * Starts something at a set time before the end of a window. If too little of the window is left to spend credits in,
 * starts it once more with twice the lead.
 */
export async function startInWindow<T extends { stop(): Promise<unknown> }>(
  needs: Needs,
  plan: TierName,
  leadMs: number,
  start: (clock: WindowClock) => Promise<T>,
): Promise<{ readonly started: T; readonly windowEndsAt: number | undefined }> {
  const clock = windowClock(needs, plan, leadMs);
  const started = await start(clock);
  const { windowEndsAt } = clock;
  if (windowEndsAt === undefined || windowEndsAt - Date.now() > (2 / 3) * leadMs)
    return { started, windowEndsAt };
  await started.stop();
  return startInWindow(needs, plan, 2 * leadMs, start);
}

/** A name that is the same for equal needs. */
export function groupOf(needs: Needs): string {
  return JSON.stringify(Object.entries(needs).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function switches(
  { credits, retentionSeconds, poolSlots, jobDelayMs, allowedAddress }: Needs,
  { offsetSeconds }: WindowClock,
): string[] {
  const values: Readonly<Record<string, string | number | undefined>> = {
    '--credits': credits === 'plan' ? undefined : (credits ?? plentifulCredits),
    '--retention-seconds': retentionSeconds,
    '--pool': poolSlots,
    '--job-delay-ms': jobDelayMs,
    '--allow-ip': allowedAddress,
    '--clock-offset-seconds': offsetSeconds,
  };
  return Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [name, String(value)],
  );
}

/** The clock of a server. */
interface WindowClock {
  /** The offset from the actual time; `undefined` for none. */
  readonly offsetSeconds: number | undefined;
  /** See `RuleContext.windowEndsAt`. */
  readonly windowEndsAt: number | undefined;
}

/** Sets a server's clock so that the required window ends in `leadMs`. */
function windowClock({ windowEnd }: Needs, plan: TierName, leadMs: number): WindowClock {
  if (windowEnd === undefined) return { offsetSeconds: undefined, windowEndsAt: undefined };
  const now = Date.now();
  const window = windowEnd === 'day' ? 'day' : (tierLimits[plan].credits?.window ?? 'day');
  const offsetSeconds = Math.round((msUntilWindowEnd(now, window) - leadMs) / 1000);
  return { offsetSeconds, windowEndsAt: now + msUntilWindowEnd(now, window) - 1000 * offsetSeconds };
}

/**
 * The milliseconds from `nowMs` (since the epoch) to the end of a month, or of a day in the middle of a month, in UTC.
 * That day is the fifteenth of the next month, so no month ends with it.
 */
function msUntilWindowEnd(nowMs: number, window: 'day' | 'month'): number {
  const now = new Date(nowMs);
  const nextMonth = [now.getUTCFullYear(), now.getUTCMonth() + 1] as const;
  return (window === 'month' ? Date.UTC(...nextMonth) : Date.UTC(...nextMonth, 16)) - nowMs;
}
