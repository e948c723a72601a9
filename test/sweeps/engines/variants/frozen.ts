import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { formatOfFileName } from '../../../../src/contract/formats/naming.ts';
import { asObject } from '../../../../src/contract/read.ts';
import type { DecoderComparison } from '../../../../tools/referenceDecoders/referenceDecoder.ts';
import { root } from '../../../support/paths.ts';
import type { ApiCaller } from '../../../support/service/apiCaller.ts';
import { useService } from '../../../support/service/services.ts';

/** Files in the forms that their formats permit, as other programs write them, and their contents. */
export const variantsFolder = path.join(root, 'test/fixtures/variants');

const variantShape = z.object({
  /** The program that wrote the file, and those that read it. */
  origin: z.string(),
  /** The name of the file with its content. */
  expected: z.optional(z.string()),
  /** The code of the error, if we refuse the file. */
  refused: z.optional(z.string()),
  /** The passwords that open it. */
  passwords: z.optional(z.array(z.string())),
});
type Variant = z.infer<typeof variantShape>;
type Variants = ReadonlyMap<string, Variant>;

/** The variants in a table, by their paths. */
export function variantsIn(table: string): Variants {
  const content = readFileSync(path.join(variantsFolder, `${table}.json`), 'utf8');
  return new Map(Object.entries(z.record(z.string(), variantShape).parse(JSON.parse(content))));
}

/** The way to check variants of a kind. */
interface VariantCheck<Content> {
  readonly to: (format: string) => string;
  /** Further options of the conversion. */
  readonly options?: object;
  /** The content of our output according to another decoder. */
  readonly contentOf: (output: Buffer, format: string) => Promise<Content>;
  /** Reads an expected content. */
  readonly expectedIn: (file: string) => Promise<Content>;
  readonly compare: DecoderComparison<Content>;
}

/** Defines a suite that converts each variant with the local service. */
export function describeVariants<Content>(
  title: string,
  variants: Variants,
  { to, options = {}, contentOf, expectedIn, compare }: VariantCheck<Content>,
): void {
  describe(title, () => {
    const service = useService(forVariants);

    for (const [name, { expected = '', refused, passwords }] of variants) {
      const target = to(formatOfFileName(name) ?? '');
      const convert = async (more: object) =>
        converted(service.api, path.join(variantsFolder, name), target, { ...options, ...more });

      it(`is ${refused === undefined ? 'converted correctly' : 'refused'}: ${name}`, async () => {
        if (passwords) assert.equal((await convert({})).refusal, 'conversion.password_needed');
        for (const more of passwords?.map((password) => ({ password })) ?? [{}]) {
          const { output, refusal, detail } = await convert(more);
          assert.equal(refusal, refused, detail);
          if (output === undefined) continue;
          const content = await expectedIn(path.join(variantsFolder, 'expected', expected));
          assert.equal(compare(await contentOf(output, target), content), undefined);
        }
      });
    }
  });
}

/** The switches of a service whose limits and credits suffice for all variants. */
export const forVariants = ['--plan', 'pro', '--credits', '100000'];

/** The output, or the reason for a failure: a code, and the service's full text. */
interface Converted {
  readonly output?: Buffer;
  readonly refusal?: string;
  readonly detail?: string;
}

export async function converted(
  api: ApiCaller,
  file: string,
  targetFormat: string,
  options: object = {},
): Promise<Converted> {
  const { status, json } = await api.submit('/convert', file, {
    targetFormat,
    options: JSON.stringify(options),
  });
  if (status !== 202) return { refusal: String(json?.error), detail: JSON.stringify(json) };
  const job = await api.ended('convert', json?.id);
  if (job.status === 'Succeeded') return { output: (await api.download('convert', json?.id)).bytes };
  return { refusal: String(asObject(job.error)?.['error']), detail: JSON.stringify(job.error) };
}
