import { createServer } from 'node:https';
import type { ServerOptions } from '../../service/server/serverOptions.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { ConfigurationError } from '../configuration/configurationError.ts';
import { readText } from '../configuration/readText.ts';
import { variableOf } from '../configuration/settings.ts';

/** What listens with the certificate, where there is one. @throws ConfigurationError */
export function tlsServer({
  tlsCertificateFile,
  tlsKeyFile,
}: Configuration): Pick<ServerOptions, 'createHttpServer'> {
  const [certificate, key] = [variableOf('tlsCertificateFile'), variableOf('tlsKeyFile')];
  if (tlsCertificateFile === undefined && tlsKeyFile === undefined) return {};
  if (tlsCertificateFile === undefined || tlsKeyFile === undefined) {
    throw new ConfigurationError(`${certificate} and ${key} go together.`);
  }
  const files = { cert: readText(tlsCertificateFile), key: readText(tlsKeyFile) };
  return { createHttpServer: (options, listener) => createServer({ ...options, ...files }, listener) };
}
