import type { PlanProblemCode } from '../contract/errors.ts';
import type { Problem } from '../jobs/core/job.ts';

/** A problem that is found before there is a job. */
export function planProblem(code: PlanProblemCode, detail = ''): Problem {
  return { code, detail };
}
