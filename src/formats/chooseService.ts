import type { ServiceId } from '../jobs/core/service.ts';

/** Where files may be worked on; the setting `runOn`. */
export const runOnValues = ['auto', 'localFirst', 'localOnly', 'networkOnly'] as const;

export type RunOn = (typeof runOnValues)[number];

export interface ServiceChoice {
  readonly runOn: RunOn;
  /** Whether the network has an address and a key. */
  readonly networkReady: boolean;
  /** Whether a service supports what is wanted. */
  readonly supports: (service: ServiceId) => boolean;
}

/** The service that does a job, or `undefined` when none may and can. Decided once; a job never changes service. */
export function chooseService({ runOn, networkReady, supports }: ServiceChoice): ServiceId | undefined {
  const candidates = serviceOrder[runOn].filter((service) => service === 'local' || networkReady);
  return candidates.find((service) => supports(service));
}

/** The services that each setting allows, the preferred one first. */
export const serviceOrder: Readonly<Record<RunOn, readonly ServiceId[]>> = {
  auto: ['network', 'local'],
  localFirst: ['local', 'network'],
  localOnly: ['local'],
  networkOnly: ['network'],
};
