import * as z from 'zod/mini';
import { bytesPerMegabyte } from '../../contract/dialect.ts';
import { networkPlan, type Plan } from '../../service/server/jobs/plans.ts';
import { parseJson } from '../../util/json.ts';
import { ConfigurationError } from './configurationError.ts';
import { readText } from './readText.ts';

const count = z.int().check(z.positive());

const planSchema = z.strictObject({
  id: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,62}$/)),
  name: z.string().check(z.minLength(1)),
  tier: z.string().check(z.minLength(1)),
  maxFileMegabytes: count,
  maxBatchFiles: count,
  maxParallelJobs: count,
  maxQueuedJobs: count,
  /** Absent where nothing is charged. */
  credits: z.optional(
    z.strictObject({ amount: z.int().check(z.nonnegative()), window: z.enum(['day', 'month']) }),
  ),
});

const { limits: proLimits } = networkPlan('pro');
const { credits: _, ...withoutCredits } = proLimits;

/** The limits of Pro for those who pay nothing: a team on machines of its own. */
const unmetered: Plan = { id: 'unmetered', name: 'Unmetered', tier: 'Unmetered', limits: withoutCredits };

const builtIn: readonly Plan[] = [networkPlan('guest'), networkPlan('free'), networkPlan('pro'), unmetered];

/** The plans that accounts may have, by their ids. */
export type Plans = ReadonlyMap<string, Plan>;

/**
 * The built-in plans and those of the file, which may replace built-in ones.
 * @throws ConfigurationError
 */
export function readPlans(file: string | undefined): Plans {
  const own = file === undefined ? [] : plansIn(file);
  return new Map([...builtIn, ...own].map((plan) => [plan.id, plan]));
}

/** @throws ConfigurationError for a plan that is not configured */
export function planNamed(plans: Plans, id: string): Plan {
  const plan = plans.get(id);
  if (plan !== undefined) return plan;
  throw new ConfigurationError(`There is no plan "${id}"; there are ${[...plans.keys()].join(', ')}.`);
}

function plansIn(file: string): Plan[] {
  const parsed = z.array(planSchema).safeParse(parseJson(readText(file)));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const place = issue?.path.join('.');
    throw new ConfigurationError(
      `${file} is no list of plans${place ? `: ${place} is not what it may be` : ''}.`,
    );
  }
  return parsed.data.map(({ id, name, tier, maxFileMegabytes, credits, ...limits }) => ({
    id,
    name,
    tier,
    limits: {
      ...limits,
      maxFileBytes: maxFileMegabytes * bytesPerMegabyte.write,
      ...(credits ? { credits } : {}),
    },
  }));
}
