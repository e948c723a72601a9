import * as z from 'zod/mini';
import { bytesPerMegabyte } from '../../contract/dialect.ts';
import { tierLimits } from '../../contract/tiers.ts';
import { networkPlan, type Plan } from '../../service/plans.ts';
import { parseJson } from '../../util/json.ts';
import { ConfigurationError, readText } from '../configuration.ts';
import type { Queryable } from '../database/database.ts';

const count = z.int().check(z.positive());

const definitionSchema = z.strictObject({
  id: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,62}$/)),
  name: z.string().check(z.minLength(1)),
  tier: z.string().check(z.minLength(1)),
  maxFileMegabytes: count,
  maxBatchFiles: count,
  maxParallelJobs: count,
  maxQueuedJobs: count,
  /** Absent if jobs are free. */
  credits: z.optional(
    z.strictObject({ amount: z.int().check(z.nonnegative()), window: z.enum(['day', 'month']) }),
  ),
});

type Definition = z.infer<typeof definitionSchema>;

/** Ignores fields that newer versions added. */
const storedSchema = z.object(definitionSchema.shape);

/** The plan of an account: its id, and its definition in the database, which is `null` for a built-in plan. */
export interface PlanReference {
  readonly plan: string;
  readonly planDefinition: unknown;
}

/** The SQL expression for a plan's definition, in statements that read `network.accounts`. */
export const planColumn = `(select definition from network.plans where plans.id = plan) as "planDefinition"`;

/**
 * The plan of accounts without an explicit one. It suits a team with its own machines: jobs are free, and may use all
 * machines.
 */
export const defaultPlan = 'unmetered';
const unmetered: Plan = {
  id: defaultPlan,
  name: 'Unmetered',
  tier: 'Unmetered',
  limits: {
    maxFileBytes: tierLimits.pro.maxFileBytes,
    maxBatchFiles: 10_000,
    maxParallelJobs: 64,
    maxQueuedJobs: 10_000,
  },
};

/** The built-in plans. A plan with the same id in the database takes precedence. */
const builtIn: ReadonlyMap<string, Plan> = new Map(
  [networkPlan('guest'), networkPlan('free'), networkPlan('pro'), unmetered].map((plan) => [plan.id, plan]),
);

/** Returns an account's plan. @throws Error for an undefined plan */
export function planOf(account: PlanReference): Plan {
  const plan = findPlan(account);
  if (plan === undefined) throw new Error(`Unknown plan: "${account.plan}"`);
  return plan;
}

/**
 * Returns the limit of an account's parallel jobs. It is 1 if the account's plan is missing, so that accepted jobs
 * still finish.
 */
export function parallelLimit(account: PlanReference): Pick<Plan['limits'], 'maxParallelJobs'> {
  return findPlan(account)?.limits ?? { maxParallelJobs: 1 };
}

export async function allPlans(database: Queryable): Promise<ReadonlyMap<string, Plan>> {
  const { rows } = await database.query<PlanReference>(
    'select id as plan, definition as "planDefinition" from network.plans order by id',
  );
  return new Map([...builtIn, ...rows.map((row) => [row.plan, planOf(row)] as const)]);
}

/** Checks that a plan exists. @throws ConfigurationError for an unknown plan */
export async function checkPlan(database: Queryable, id: string): Promise<void> {
  const plans = await allPlans(database);
  if (plans.has(id)) return;
  throw new ConfigurationError(`There is no plan "${id}". The plans are ${[...plans.keys()].join(', ')}.`);
}

/**
 * Writes the plans in a file to the database, where they apply to all nodes.
 * @returns the ids of the plans
 * @throws ConfigurationError
 */
export async function loadPlans(database: Queryable, file: string): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    `insert into network.plans (id, definition) select d ->> 'id', d from jsonb_array_elements($1) d
     on conflict (id) do update set definition = excluded.definition returning id`,
    [JSON.stringify(definitionsIn(file))],
  );
  return rows.map(({ id }) => id);
}

function findPlan({ plan, planDefinition }: PlanReference): Plan | undefined {
  const parsed = storedSchema.safeParse(planDefinition);
  return parsed.success ? planFrom(parsed.data) : builtIn.get(plan);
}

function planFrom({ id, name, tier, maxFileMegabytes, credits, ...limits }: Definition): Plan {
  const maxFileBytes = maxFileMegabytes * bytesPerMegabyte.write;
  return { id, name, tier, limits: { ...limits, maxFileBytes, ...(credits ? { credits } : {}) } };
}

function definitionsIn(file: string): Definition[] {
  const parsed = z.array(definitionSchema).safeParse(parseJson(readText(file)));
  if (parsed.success) return parsed.data;
  const place = parsed.error.issues[0]?.path.join('.');
  throw new ConfigurationError(`${file} isn’t a list of plans${place ? `: ${place} is invalid` : ''}.`);
}
