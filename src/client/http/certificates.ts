import * as tls from 'node:tls';

/**
 * The certificates to trust: Node's own with those of NODE_EXTRA_CA_CERTS, and the operating system's where wanted.
 * A bundled undici gets none of VS Code's from the host.
 */
export function trustedCertificates(system: boolean): string[] {
  const own = tls.getCACertificates('default');
  return system ? [...new Set([...own, ...tls.getCACertificates('system')])] : own;
}
