import type * as vscode from 'vscode';
import type { FileUtilityNetwork, FileUtilityNetworkApi, FinishedJob } from './api.ts';

/** The part of the API that needs the session. */
export type ApiCalls = Pick<FileUtilityNetworkApi, 'convert' | 'compress' | 'formats'>;

const version = 1;

/** The API for other extensions. It is available immediately. The first call starts the session. */
export function exportedApi(
  session: () => Promise<{ readonly api: ApiCalls }>,
  onDidFinishJob: vscode.Event<FinishedJob>,
): FileUtilityNetwork {
  const api: FileUtilityNetworkApi = {
    version,
    convert: async (...given) => (await session()).api.convert(...given),
    compress: async (...given) => (await session()).api.compress(...given),
    formats: async () => (await session()).api.formats(),
    onDidFinishJob,
  };
  return {
    getApi: (wanted) => {
      // The calling extension may have been compiled against another version.
      if (wanted !== version) throw new RangeError('File Utility Network only has version 1 of its API');
      return api;
    },
  };
}
