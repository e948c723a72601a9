import type { ServiceId } from '../jobs/core/service.ts';

/** Where files may be worked on; the setting `runOn`. */
export const runOnValues = ['auto', 'localFirst', 'localOnly', 'networkOnly'] as const;

export type RunOn = (typeof runOnValues)[number];

/** The services that each setting allows, the preferred one first. */
export const serviceOrder: Readonly<Record<RunOn, readonly ServiceId[]>> = {
  auto: ['network', 'local'],
  localFirst: ['local', 'network'],
  localOnly: ['local'],
  networkOnly: ['network'],
};

export interface ServiceRules {
  readonly runOn: RunOn;
  /** Whether the network has an address and a key. */
  readonly networkReady: boolean;
}

/** The services that may do a job now, the preferred one first. */
export function servicesFor({ runOn, networkReady }: ServiceRules): ServiceId[] {
  return serviceOrder[runOn].filter((service) => service === 'local' || networkReady);
}

/** The service that does a job, or `undefined` when none may and can. Decided once; a job never changes service. */
export function chooseService(
  rules: ServiceRules,
  supports: (service: ServiceId) => boolean,
): ServiceId | undefined {
  return servicesFor(rules).find((service) => supports(service));
}
