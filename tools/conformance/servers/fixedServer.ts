import type { Identity, ServerSource } from './serverSource.ts';

/** The only server at an address: it can't be configured, so rules that need switches can't be observed. */
export function fixedServer(baseUrl: URL, key: string, identity?: Identity): ServerSource {
  return {
    launched: false,
    groupOf: ({ credits, ...switches }) =>
      (credits === undefined || credits === 'plan') &&
      Object.keys(switches).every((name) => name === 'identityProvider')
        ? baseUrl.href
        : undefined,
    open: async () => ({ baseUrl, key, windowEndsAt: undefined, identity, close: async () => {} }),
  };
}
