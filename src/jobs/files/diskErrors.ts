import type { FileErrorCode } from '../../contract/errors.ts';
import { own } from '../../util/own.ts';
import { systemCode } from '../../util/systemCode.ts';
import { FileError } from './fileStore.ts';

const codes: Readonly<Record<string, FileErrorCode>> = {
  ENOENT: 'file.missing',
  ENOTDIR: 'file.missing',
  EACCES: 'file.no_permission',
  EPERM: 'file.no_permission',
  EROFS: 'file.no_permission',
  ENOSPC: 'file.no_space',
  EDQUOT: 'file.no_space',
  EFBIG: 'file.no_space',
};

/** Converts a file system error. `otherwise` is the code for errors without one of their own. */
export function fileError(error: unknown, otherwise: FileErrorCode): FileError {
  const code = own(codes, systemCode(error) ?? '') ?? otherwise;
  return new FileError(code, error instanceof Error ? error.message : String(error), { cause: error });
}
