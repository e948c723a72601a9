import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { DecoderComparison, ReferenceDecoder } from '../referenceDecoders/referenceDecoder.ts';
import { type ApiCaller } from '../../test/support/service/apiCaller.ts';
import { StandaloneService } from '../../test/support/service/standalone.ts';
import { converted } from './converted.ts';
import type { Variant } from './variant.ts';

/** The number of parallel conversions. Each of them also runs reference decoders. */
const parallelVariants = 3;

/** The way to check variants of a kind: the target, and the programs that read the variants and the target. */
interface VariantCheck<Content> {
  /** The target format, which may depend on the variant's. */
  readonly to: string | ((format: string) => string);
  /** Further options of the conversion. */
  readonly options?: object;
  /** The content of our output according to another decoder. */
  readonly contentOf: (output: Buffer, format: string) => Promise<Content>;
  readonly decoders: readonly ReferenceDecoder<Content>[];
  readonly compare: DecoderComparison<Content>;
}

/** Runs `work` for each variant, several at a time. All share one local service and one folder. */
export async function withEach(
  variants: readonly Variant[],
  work: (api: ApiCaller, variant: Variant, folder: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'variants-'));
  const service = await StandaloneService.start(['--plan', 'pro', '--credits', '100000']);
  try {
    const pending = variants.values();
    const workOn = async (): Promise<void> => {
      for (const each of pending) await work(service.api, each, folder);
    };
    await Promise.all(Array.from({ length: parallelVariants }, workOn));
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Defines a suite that converts each variant with the local service, with one test for each: other programs agree, or
 * the variant is refused.
 */
export function describeVariants<Content>(
  title: string,
  variants: readonly Variant[],
  check: VariantCheck<Content>,
): void {
  describe(title, () => {
    const faults = new Map(variants.map((each) => [each, Promise.withResolvers<string | undefined>()]));
    let working: Promise<void>;

    before(() => {
      working = withEach(variants, async (api, each, folder) => {
        faults.get(each)?.resolve(await faultOf(api, each, folder, check));
      });
    });

    after(() => working);

    for (const [variant, { promise: fault }] of faults) {
      const { format, name } = variant;
      it(`is ${isRefused(variant) ? 'refused' : 'converted correctly'}: ${format}, ${name}`, async () => {
        assert.equal(await Promise.race([fault, working]), undefined);
      });
    }
  });
}

function isRefused({ isRefused, takesProgram }: Variant): boolean {
  return isRefused ?? takesProgram ?? false;
}

/** The fault of our conversion of a variant, in one line. */
async function faultOf<Content>(
  api: ApiCaller,
  variant: Variant,
  folder: string,
  { to, options = {}, contentOf, decoders, compare }: VariantCheck<Content>,
): Promise<string | undefined> {
  try {
    const file = await variant.make(folder);
    const target = typeof to === 'string' ? to : to(variant.format);
    const ask = async (more: object) =>
      converted(api, file, { targetFormat: target, options: JSON.stringify({ ...options, ...more }) });
    const { password } = variant;
    if (password !== undefined) {
      const { refusal } = await ask({});
      if (refusal !== 'conversion.password_needed') return `not taken for locked: ${refusal ?? 'converted'}`;
    }
    const answer = await ask(password === undefined ? {} : { password });
    if (isRefused(variant)) {
      const code = variant.takesProgram ? 'conversion.program_needed' : 'conversion.unsupported_kind';
      return answer.refusal === code ? undefined : `not refused so: ${answer.refusal ?? 'converted'}`;
    }
    if (answer.output === undefined) return `refused: ${answer.detail}`;
    const ours = await contentOf(answer.output, target);
    const asked = decoders.filter(({ program }) => variant.decoders?.includes(program) ?? true);
    const opinions = await Promise.all(
      asked.map(async ({ program, read }) => {
        const theirs = await read(file, variant.format, password);
        if (theirs !== undefined) return [{ program, difference: compare(ours, theirs) }];
        return variant.decoders === undefined ? [] : [{ program, difference: 'does not read it' }];
      }),
    );
    if (opinions.flat().length === 0) return 'no other program reads it';
    const against = opinions.flat().filter(({ difference }) => difference !== undefined);
    if (against.length === 0) return undefined;
    return against.map(({ program, difference }) => `${program}: ${difference}`).join('; ');
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
