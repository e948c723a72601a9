import { isCodedError, type PlanProblemCode } from '../contract/errors.ts';
import type { Problem } from '../jobs/core/job.ts';
import { type Offer, serviceOrder } from './offer.ts';

/** Creates a problem that is found before there is a job. */
export function planProblem(code: PlanProblemCode, detail = ''): Problem {
  return { code, detail };
}

/** The reason why a permitted service is unavailable. */
export function serviceProblem(offer: Offer): Problem | undefined {
  const error = serviceOrder[offer.runOn].map((id) => offer.unavailable.get(id)).find(isCodedError);
  return keyProblem(offer) ?? (error && { code: error.code, detail: error.message });
}

/** The problem of a missing key, if the settings only permit the network. */
export function keyProblem({ runOn, networkReady }: Offer): Problem | undefined {
  return runOn === 'networkOnly' && !networkReady
    ? planProblem('api_key.missing', 'The setting runOn is networkOnly, and no API key is stored.')
    : undefined;
}
