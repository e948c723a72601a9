// The API of File Utility Network for other extensions (docs/extension-api.md). The package has this file as dist/api.d.ts.

import type * as vscode from 'vscode';

/** What `vscode.extensions.getExtension('file-utility-network.file-utility-network').activate()` resolves to. */
export interface FileUtilityNetwork {
  /**
   * A version of the API stays as it is; what would break it becomes another version, which may be there beside it.
   * @throws RangeError for a version that is not there
   */
  readonly getApi: (version: 1) => FileUtilityNetworkApi;
}

export interface FileUtilityNetworkApi {
  readonly version: 1;

  /**
   * Converts files and resolves, when all have ended or wait for a person, to an entry a file. Folders stand for the files in
   * them that can be converted. Nothing is asked and no message is shown. Results always get a new name: no file is
   * overwritten, whatever the person's settings say.
   * @throws Error with the code `arguments.invalid` where it is not clear what is meant, before anything is done
   */
  readonly convert: (
    files: readonly vscode.Uri[],
    options: ConvertOptions,
    token?: vscode.CancellationToken,
  ) => Promise<FileResult[]>;

  /** Makes files smaller, as `convert` converts them. Sources stay as they are unless `replace` says otherwise. */
  readonly compress: (
    files: readonly vscode.Uri[],
    options?: CompressOptions,
    token?: vscode.CancellationToken,
  ) => Promise<FileResult[]>;

  /** What `convert` and `compress` can do now. Programs that are installed, and settings, change it. */
  readonly formats: () => Promise<Formats>;

  /** A job of this window has ended, whoever began it: saved, failed or canceled. One that is tried again ends again. */
  readonly onDidFinishJob: vscode.Event<FinishedJob>;
}

export interface WorkOptions {
  /** The name of a preset of the person's or the workspace's; what is said besides comes before it. */
  readonly preset?: string;
  /** Options of the conversion, such as `{ quality: 80 }`; what is left out has its default. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** Where results go, as in the setting `output.folder`; otherwise where the settings say, else beside their sources. */
  readonly folder?: string;
  /** What results are called, as in the setting `output.name`. */
  readonly name?: string;
}

export interface CompressOptions extends WorkOptions {
  /**
   * Puts each result in the place of its source, after a backup: Undo brings the source back. It can't be combined with
   * `folder` and `name`.
   */
  readonly replace?: boolean;
}

export interface ConvertOptions extends WorkOptions {
  /** The format, such as `webp`; either this or `preset` is given. */
  readonly target?: string;
}

/**
 * `saved` has an `output`. `alreadySmall`: compression would not have made the file smaller. `skipped`: a file of the result's
 * name exists, and the settings say to leave it, which only happens to a person's own jobs. `parked`: a person has to do
 * something first, such as entering a key, and the job waits in the Jobs view.
 */
export type FileStatus = 'saved' | 'alreadySmall' | 'skipped' | 'failed' | 'canceled' | 'parked';

export interface FileResult {
  readonly source: vscode.Uri;
  readonly status: FileStatus;
  readonly output?: vscode.Uri;
  /** As far as they are known. */
  readonly sourceBytes?: number;
  readonly outputBytes?: number;
  /** Why the file failed or waits. */
  readonly error?: FileError;
  /** Absent where there is no job for the file. */
  readonly jobId?: string;
  /** Where the file was worked on, or would be. */
  readonly service: 'local' | 'network';
}

export interface FileError {
  /** To branch on, such as `file.missing`; codes of services are among them. */
  readonly code: string;
  /** A sentence in the person's language, of plain characters. */
  readonly message: string;
}

export interface Formats {
  /** What each format can become; formats are extensions without a dot. */
  readonly conversions: readonly { readonly from: string; readonly to: readonly string[] }[];
  /** The formats that can be compressed. */
  readonly compressions: readonly string[];
}

export interface FinishedJob extends FileResult {
  readonly jobId: string;
  /** `combine` makes one file of all `sources`. */
  readonly tool: 'convert' | 'compress' | 'combine';
  /** The format; none where files were compressed. */
  readonly target?: string;
  /** All files that it worked on, of which `source` is the first. */
  readonly sources: readonly vscode.Uri[];
}
