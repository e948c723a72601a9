import type { Configuration } from '../configuration/configuration.ts';
import { ConfigurationError } from '../configuration/configurationError.ts';
import { settings, variableOf } from '../configuration/settings.ts';
import { FolderStore } from './folderStore.ts';
import type { ObjectStore } from './objectStore.ts';
import { S3Store } from './s3Store.ts';

const scheme = 's3://';

/** Opens the store that the configuration names. @throws ConfigurationError */
export function openStore(configuration: Configuration): ObjectStore {
  const { store, s3Endpoint, s3PublicUrl, s3Region, s3AccessKeyId, s3SecretAccessKey } = configuration;
  if (store === undefined) {
    throw new ConfigurationError(`Set ${variableOf('store')} to ${settings.store.expected}.`);
  }
  if (!store.startsWith(scheme)) return new FolderStore(store);
  const bucket = store.slice(scheme.length);
  if (!/^[a-z0-9][a-z0-9.-]+$/.test(bucket)) {
    throw new ConfigurationError(`${variableOf('store')} has an invalid bucket name: ${store}.`);
  }
  if ((s3AccessKeyId === undefined) !== (s3SecretAccessKey === undefined)) {
    const [id, secret] = [variableOf('s3AccessKeyId'), variableOf('s3SecretAccessKey')];
    throw new ConfigurationError(`Set both ${id} and ${secret}, or neither.`);
  }
  const config = {
    region: s3Region,
    ...(s3Endpoint === undefined ? {} : { endpoint: s3Endpoint }),
    // Without configured keys, the AWS SDK uses the default credentials of the machine.
    ...(s3AccessKeyId === undefined || s3SecretAccessKey === undefined
      ? {}
      : { credentials: { accessKeyId: s3AccessKeyId, secretAccessKey: s3SecretAccessKey } }),
  };
  return new S3Store(bucket, config, { publicUrl: s3PublicUrl });
}
