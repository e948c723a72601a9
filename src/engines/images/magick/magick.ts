import {
  ConfigurationFiles,
  initializeImageMagick,
  MagickFormat,
  ResourceLimits,
} from '@imagemagick/magick-wasm';
import wasmFile from '@imagemagick/magick-wasm/magick.wasm';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { own } from '../../../util/own.ts';
import { fault } from '../../../contract/faults/fault.ts';
import { ConversionError, isConversionError, damaged } from '../../api/conversionError.ts';
import { sources, targets } from '../formats.ts';
import { maxPixels, tooManyPixels } from '../limits.ts';

/** ImageMagick names that aren't just the uppercase name of our format. */
const otherNames: Readonly<Record<string, MagickFormat>> = { jpg: 'JPEG' };

/** Maximum number of frames in animations that ImageMagick writes. */
export const maxFrames = 1000;
const maxSidePixels = 65_535;
const maxBytes = 1_500_000_000;
const maxProfileBytes = 32 * 1024 * 1024;

/** Supported formats that ImageMagick isn't used for. */
const unknown: ReadonlySet<string> = new Set(['svg', 'icns']);

export function magickName(format: string): MagickFormat {
  const name = own(otherNames, format) ?? format.toUpperCase();
  const known = Object.values(MagickFormat).find((each) => each === name);
  if (known === undefined) throw new Error(`Format not supported by ImageMagick: ${format}`);
  return known;
}

let loaded: Promise<void> | undefined;

/**
 * Loads ImageMagick on the first call, which takes about 200 ms. It gets no disk space and may only use image formats.
 */
export async function loadMagick(): Promise<void> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<void> {
  const configuration = ConfigurationFiles.default;
  configuration.policy.data = policy();
  const packed = await readFile(path.join(import.meta.dirname, wasmFile));
  await initializeImageMagick(await promisify(brotliDecompress)(packed), configuration);
  ResourceLimits.width = BigInt(maxSidePixels);
  ResourceLimits.height = BigInt(maxSidePixels);
  ResourceLimits.area = BigInt(maxPixels);
  ResourceLimits.memory = BigInt(maxBytes);
  ResourceLimits.maxMemoryRequest = BigInt(maxBytes);
  ResourceLimits.maxProfileSize = BigInt(maxProfileBytes);
  ResourceLimits.listLength = BigInt(maxFrames);
  ResourceLimits.disk = 0n;
}

/** Disables scripts, drawing commands, URLs, and every coder that isn't for one of our formats. */
function policy(): string {
  const known = [...new Set([...sources, ...targets])].filter((format) => !unknown.has(format));
  const lines = ['coder', 'delegate', 'filter']
    .map((domain) => `<policy domain="${domain}" rights="none" pattern="*"/>`)
    .concat('<policy domain="path" rights="none" pattern="@*"/>')
    .concat(`<policy domain="coder" rights="read | write" pattern="{${known.map(magickName).join(',')}}"/>`);
  return `<policymap>${lines.join('')}</policymap>`;
}

export function tooManyFrames(cause?: unknown): ConversionError {
  return new ConversionError(fault('image.frames'), { cause });
}

/** Maps errors of ImageMagick to ours. ImageMagick reports them only as text. */
export function magickError(error: unknown): ConversionError {
  if (isConversionError(error)) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (/WidthOrHeightExceedsLimit|ResourceLimit|MemoryAllocation|limit ?exceeded|exhausted/i.test(message)) {
    return tooManyPixels(error);
  }
  if (/ListLengthExceedsLimit/i.test(message)) {
    return tooManyFrames(error);
  }
  return damaged('image', error);
}
