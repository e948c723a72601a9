// The API of File Utility Network for other extensions (docs/extension-api.md). The package contains this file as
// dist/api.d.ts.

import type * as vscode from 'vscode';

/**
 * The value that `vscode.extensions.getExtension('file-utility-network.file-utility-network').activate()` resolves to.
 */
export interface FileUtilityNetwork {
  /**
   * Returns a version of the API. Versions don't change. A breaking change gets a new version, and the old one may
   * remain available.
   * @throws RangeError for an unavailable version
   */
  readonly getApi: (version: 1) => FileUtilityNetworkApi;
}

export interface FileUtilityNetworkApi {
  readonly version: 1;

  /**
   * Converts files. Resolves to one entry per file when all have ended or wait for the user. Folders stand for the
   * supported files in them. Asks nothing and shows no messages. Results always get a new name, so no file is
   * overwritten, whatever the user's settings.
   * @throws Error with the code `arguments.invalid` for an invalid request, before anything is done
   */
  readonly convert: (
    files: readonly vscode.Uri[],
    options: ConvertOptions,
    token?: vscode.CancellationToken,
  ) => Promise<FileResult[]>;

  /** Makes files smaller. Sources are only replaced if `replace` is set. Otherwise, works like `convert`. */
  readonly compress: (
    files: readonly vscode.Uri[],
    options?: CompressOptions,
    token?: vscode.CancellationToken,
  ) => Promise<FileResult[]>;

  /** The conversions and compressions that are available now. They depend on installed programs and on settings. */
  readonly formats: () => Promise<Formats>;

  /**
   * Fires when any job of this window was saved, failed, or was canceled, including the user's own. A retried job ends
   * again.
   */
  readonly onDidFinishJob: vscode.Event<FinishedJob>;
}

export interface WorkOptions {
  /** The name of one of the user's or the workspace's presets. Other fields take precedence over it. */
  readonly preset?: string;
  /** Options of the conversion, such as `{ quality: 80 }`. Defaults apply to omitted options. */
  readonly options?: Readonly<Record<string, unknown>>;
  /**
   * Folder for the results, as in the setting `output.folder`. By default, the setting applies, or else the source's
   * folder.
   */
  readonly folder?: string;
  /** Name of the results, as in the setting `output.name`. */
  readonly name?: string;
}

export interface CompressOptions extends WorkOptions {
  /**
   * Replaces each source with its result after making a backup, which Undo restores. Can't be combined with `folder`
   * and `name`.
   */
  readonly replace?: boolean;
}

export interface ConvertOptions extends WorkOptions {
  /** The format, such as `webp`. Specify either this or `preset`. */
  readonly target?: string;
}

/**
 * - `saved`: has an `output`.
 * - `alreadySmall`: compression wouldn't have made the file smaller.
 * - `skipped`: a file with the result's name exists, and the settings say to keep it. This only happens to jobs started
 *   by the user.
 * - `parked`: the job waits in the Jobs view until the user does something, such as entering a key.
 */
export type FileStatus = 'saved' | 'alreadySmall' | 'skipped' | 'failed' | 'canceled' | 'parked';

export interface FileResult {
  readonly source: vscode.Uri;
  readonly status: FileStatus;
  readonly output?: vscode.Uri;
  /** Size of the source in bytes, if known. */
  readonly sourceBytes?: number;
  readonly outputBytes?: number;
  /** The reason why the file failed, or why its job waits. */
  readonly error?: FileError;
  /** Absent if the file has no job. */
  readonly jobId?: string;
  /** The service that processed the file, or would have. */
  readonly service: 'local' | 'network';
}

export interface FileError {
  /** An identifier to branch on, such as `file.missing`. May be a code from a service. */
  readonly code: string;
  /** A sentence in the user's language, as plain text. */
  readonly message: string;
}

export interface Formats {
  /** Source formats with their target formats, as extensions without a dot. */
  readonly conversions: readonly { readonly from: string; readonly to: readonly string[] }[];
  readonly compressions: readonly string[];
}

export interface FinishedJob extends FileResult {
  readonly jobId: string;
  /** `combine` creates one file from all `sources`. */
  readonly tool: 'convert' | 'compress' | 'combine';
  /** The target format; absent for compression. */
  readonly target?: string;
  /** All files that the job processed. `source` is the first. */
  readonly sources: readonly vscode.Uri[];
}
