import { createServer } from 'node:https';
import { createSecureContext } from 'node:tls';
import type { ServerOptions } from '../../service/server/serverOptions.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { ConfigurationError } from '../configuration/configurationError.ts';
import { readText } from '../configuration/readText.ts';
import { variableOf } from '../configuration/settings.ts';

/**
 * Returns the server option for HTTPS with the configured certificate. Returns no option if none is configured.
 * @throws ConfigurationError
 */
export function tlsServer({
  tlsCertificateFile,
  tlsKeyFile,
}: Configuration): Pick<ServerOptions, 'createHttpServer'> {
  const [certificate, key] = [variableOf('tlsCertificateFile'), variableOf('tlsKeyFile')];
  if (tlsCertificateFile === undefined && tlsKeyFile === undefined) return {};
  if (tlsCertificateFile === undefined || tlsKeyFile === undefined) {
    throw new ConfigurationError(`Set both ${certificate} and ${key}, or neither.`);
  }
  const files = { cert: readText(tlsCertificateFile), key: readText(tlsKeyFile) };
  try {
    createSecureContext(files);
  } catch (error) {
    throw new ConfigurationError(
      `The files in ${certificate} and ${key} aren’t a certificate and its private key: ${String(error)}.`,
      { cause: error },
    );
  }
  return { createHttpServer: (options, listener) => createServer({ ...options, ...files }, listener) };
}
