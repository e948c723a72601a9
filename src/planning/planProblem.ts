import { isCodedError, type PlanProblemCode } from '../contract/errors.ts';
import type { Problem } from '../jobs/core/job.ts';
import { type Offer, serviceOrder } from './offer.ts';

/** A problem found before there is a job. */
export function planProblem(code: PlanProblemCode, detail = ''): Problem {
  return { code, detail };
}

/** The reason why a permitted service couldn't be asked. */
export function serviceProblem(offer: Offer): Problem | undefined {
  const error = serviceOrder[offer.runOn].map((id) => offer.unavailable.get(id)).find(isCodedError);
  return keyProblem(offer) ?? (error && { code: error.code, detail: error.message });
}

/** The problem of a missing key, if nothing works without it. */
export function keyProblem({ runOn, networkReady }: Offer): Problem | undefined {
  return runOn === 'networkOnly' && !networkReady
    ? planProblem('api_key.missing', 'The setting runOn is networkOnly, and no API key is stored.')
    : undefined;
}
