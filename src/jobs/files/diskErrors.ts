import type { FileErrorCode } from '../../contract/errors.ts';
import { own } from '../../util/own.ts';
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

/** The system's code of an error, such as `ENOENT`. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** A file error in the port's terms. `otherwise` is for what the system says that needs no code of its own. */
export function fileError(error: unknown, otherwise: FileErrorCode): FileError {
  const code = own(codes, systemCode(error) ?? '') ?? otherwise;
  return new FileError(code, error instanceof Error ? error.message : String(error), { cause: error });
}
