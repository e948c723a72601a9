import type { Needs } from '../rule.ts';
import type { Identity, ServerSource } from './serverSource.ts';

/** The needs that any server at an address may meet. */
const openNeeds: ReadonlySet<string> = new Set<keyof Needs>(['identityProvider', 'reachableStore']);

/** The only server at an address: it can't be configured, so rules that need switches can't be observed. */
export function fixedServer(baseUrl: URL, key: string, identity?: Identity): ServerSource {
  return {
    launched: false,
    groupOf: ({ credits, ...switches }) =>
      (credits === undefined || credits === 'plan') &&
      Object.keys(switches).every((name) => openNeeds.has(name))
        ? baseUrl.href
        : undefined,
    open: async () => ({ baseUrl, key, windowEndsAt: undefined, identity, close: async () => {} }),
  };
}
