import { isCodedError, type PlanProblemCode } from '../contract/errors.ts';
import type { Problem } from '../jobs/core/job.ts';
import { type Offer, serviceOrder } from './offer.ts';

/** A problem that is found before there is a job. */
export function planProblem(code: PlanProblemCode, detail = ''): Problem {
  return { code, detail };
}

/** What keeps a service that may do the work from being asked. */
export function serviceProblem(offer: Offer): Problem | undefined {
  const error = serviceOrder[offer.runOn].map((id) => offer.unavailable.get(id)).find(isCodedError);
  return keyProblem(offer) ?? (error && { code: error.code, detail: error.message });
}

/** That no key is there where nothing else will do. */
export function keyProblem({ runOn, networkReady }: Offer): Problem | undefined {
  return runOn === 'networkOnly' && !networkReady
    ? planProblem('api_key.missing', 'The setting runOn is networkOnly, and no API key is stored.')
    : undefined;
}
