import * as z from 'zod/mini';
import { tools } from '../../manifest.ts';

const file = z.string().check(z.minLength(1), z.maxLength(4096));
const files = z.array(file).check(z.minLength(1), z.maxLength(100));
const format = z.string().check(z.minLength(1), z.maxLength(20));
const options = z.optional(z.record(z.string(), z.unknown()));

export const convertInput = z.strictObject({ files, target: format, options });
export const compressInput = z.strictObject({ files, options, replace: z.optional(z.boolean()) });
export const formatsInput = z.strictObject({ from: z.optional(format) });
export const readDocumentInput = z.strictObject({
  file,
  pages: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
  offset: z.optional(z.int().check(z.minimum(0))),
});
export const jobsInput = z.strictObject({ limit: z.optional(z.int().check(z.minimum(1), z.maximum(50))) });

/** The input of each chat tool. `tools/packaging/contributions/chatTools.ts` describes it to models. */
export const toolInputs = {
  [tools.convert]: convertInput,
  [tools.compress]: compressInput,
  [tools.formats]: formatsInput,
  [tools.jobs]: jobsInput,
  [tools.readDocument]: readDocumentInput,
} as const;
