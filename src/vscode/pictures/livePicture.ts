import { randomUUID } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { problemOf } from '../../jobs/core/problem.ts';
import type { JobOptions } from '../../jobs/core/service.ts';
import type { Work } from '../../planning/work.ts';
import type { Part } from '../../webview/messages.ts';
import { type ComparedPicture, moveToTab, type Previewer } from './pictureMaker.ts';
import type { LocalService, PartConversion } from '../localService/localService.ts';
import { noPictureText } from './tabContent.ts';
import type { SafeText } from '../text/safeText.ts';
import { isImageFormat } from '../../contract/formats/table.ts';

/** Work and options whose effect is shown. */
interface LiveSettings {
  readonly work: Work;
  readonly options: JobOptions;
}

/** The effect of the options, as far as it is known. */
export interface LiveResult {
  /** A PNG in the tab's folder that shows the result, or a part of it. */
  readonly picture?: { readonly file: string; readonly part?: Part };
  readonly bytes?: number;
  /** The size of the result in pixels. */
  readonly size?: Size;
  /** True if `bytes` is the size of the whole converted image, not an estimate. */
  readonly isExact: boolean;
  readonly problem?: SafeText;
}

interface LivePictureOptions {
  readonly converter: Pick<LocalService, 'convert'> & Previewer;
  /** Path of a copy of the image, in its own folder. */
  readonly inputPath: string;
  readonly fileName: string;
  readonly source: ComparedPicture;
  /** Path of the tab's folder. */
  readonly folder: string;
  readonly mayRunPrograms: boolean;
  /** Ends all work when it aborts. */
  readonly signal: AbortSignal;
  readonly onDidChange: (result: LiveResult) => void;
}

/**
 * Shows how options change an image: first its visible part, cut out of the decoded image, and then the whole image,
 * converted like any file. New options cancel a conversion of the whole image, but not of a part, which takes less time
 * than starting another worker.
 */
export class LivePicture {
  readonly #options: LivePictureOptions;
  /**
   * Path of an uncompressed copy of the image, which takes milliseconds to read; `undefined` if it couldn't be made.
   */
  readonly #decoded: Promise<string | undefined>;
  #settings: LiveSettings | undefined;
  #view: View | undefined;
  #result: LiveResult = { isExact: false };
  #whole: AbortController | undefined;
  #isTrying = false;
  #isOutdated = false;

  constructor(options: LivePictureOptions) {
    this.#options = options;
    this.#decoded = this.#decode().catch(() => undefined);
    const dropShown = (): void => {
      const { picture } = this.#result;
      if (picture !== undefined) this.#drop(picture.file);
    };
    options.signal.addEventListener('abort', dropShown, { once: true });
  }

  get result(): LiveResult {
    return this.#result;
  }

  /** Shows the effect of these options from now on. */
  use(settings: LiveSettings): void {
    this.#settings = settings;
    this.#whole?.abort();
    this.#whole = undefined;
    const { picture } = this.#result;
    // The previous picture stays until the next one is ready, but its size is no longer valid.
    this.#result = { isExact: false, ...(picture === undefined ? {} : { picture }) };
    this.#try();
  }

  /** Shows this part of the image from now on. */
  look(view: View): void {
    this.#view = view;
    const { isExact, picture, problem } = this.#result;
    if (problem === undefined && (!isExact || picture?.part !== undefined)) this.#try();
  }

  #try(): void {
    this.#isOutdated = true;
    if (!this.#isTrying) void this.#tryLatest();
  }

  async #tryLatest(): Promise<void> {
    const { signal } = this.#options;
    this.#isTrying = true;
    while (this.#isOutdated && !signal.aborted) {
      this.#isOutdated = false;
      await this.#tryPart().catch(() => undefined);
    }
    this.#isTrying = false;
    if (!signal.aborted && this.#whole === undefined) await this.#makeWhole();
  }

  async #tryPart(): Promise<void> {
    const { source, converter, signal, folder } = this.#options;
    const [settings, view] = [this.#settings, this.#view];
    const inputPath = await this.#decoded;
    if (settings === undefined || view === undefined || inputPath === undefined) return;
    const conversion = partSettings(settings.work, source.format, settings.options, source);
    if (conversion === undefined) return;
    const { scale: _, ...ofPart } = conversion;
    const size = partToTry(source, conversion, view);
    const request = {
      ...this.#places(inputPath),
      fileName: 'decoded.tiff',
      page: 1,
      mayRunPrograms: false,
      part: { ...ofPart, ...size },
    };
    const { encodedBytes } = await converter.preview(request, signal);
    const file = await moveToTab(request.outputPath, folder);
    if (settings !== this.#settings || signal.aborted) return this.#drop(file);
    const part = shareOf(size.region, source);
    // One frame tells little about the size of an animation.
    const isStill = (source.frames ?? 1) === 1;
    const bytes =
      encodedBytes && isStill ? estimatedBytes(encodedBytes, size, source, conversion) : undefined;
    this.#show({ picture: { file, part }, ...this.#sizeOr(bytes) });
  }

  /** The known size of the whole image, or else the estimate. */
  #sizeOr(bytes: number | undefined): Pick<LiveResult, 'bytes' | 'isExact'> {
    const { isExact, bytes: known } = this.#result;
    const size = isExact ? known : bytes;
    return { isExact, ...(size === undefined ? {} : { bytes: size }) };
  }

  async #makeWhole(): Promise<void> {
    const settings = this.#settings;
    if (settings === undefined) return;
    const whole = new AbortController();
    this.#whole = whole;
    const signal = AbortSignal.any([whole.signal, this.#options.signal]);
    const { converter, inputPath, fileName, mayRunPrograms, folder } = this.#options;
    const { work, options } = settings;
    if (work.tool === 'combine') return;
    const { tool, targetFormat } = work;
    const to = targetFormat === undefined ? {} : { to: targetFormat };
    const { outputPath } = this.#places(inputPath);
    const files = [{ path: inputPath, fileName }];
    const conversion = { files, outputPath, tool, ...to, options, mayRunPrograms, isUrgent: true };
    const made = this.#places(outputPath);
    try {
      await converter.convert(conversion, signal);
      const { size: bytes } = await stat(outputPath);
      signal.throwIfAborted();
      this.#show({ ...this.#result, bytes, isExact: true });
      const name = `result.${targetFormat ?? this.#options.source.format}`;
      const request = { ...made, fileName: name, page: 1, mayRunPrograms };
      const { width, height } = await converter.preview(request, signal);
      const file = await moveToTab(made.outputPath, folder);
      if (signal.aborted) this.#drop(file);
      else this.#show({ picture: { file }, bytes, size: { width, height }, isExact: true });
    } catch (error) {
      if (signal.aborted) return;
      this.#show({ isExact: false, problem: noPictureText(problemOf(error)) });
    } finally {
      for (const file of [outputPath, made.outputPath])
        await rm(file, { force: true }).catch(() => undefined);
    }
  }

  async #decode(): Promise<string | undefined> {
    const { converter, inputPath, fileName, source, folder, mayRunPrograms, signal } = this.#options;
    if (source.format === 'tiff') return inputPath;
    // Thousands of uncompressed frames would fill the disk, and the source's picture is the first frame.
    if ((source.frames ?? 1) > 1)
      return source.isReduced === true ? undefined : path.join(folder, source.file);
    const { outputPath } = this.#places(inputPath);
    const options = { compression: 'none' };
    const files = [{ path: inputPath, fileName }];
    const request = { files, outputPath, to: 'tiff', options, mayRunPrograms, isUrgent: true };
    await converter.convert({ ...request, tool: 'convert' }, signal);
    return outputPath;
  }

  #places(inputPath: string): { inputPath: string; outputPath: string } {
    return { inputPath, outputPath: path.join(path.dirname(this.#options.inputPath), randomUUID()) };
  }

  #show(result: LiveResult): void {
    const earlier = this.#result.picture?.file;
    this.#result = result;
    this.#options.onDidChange(result);
    if (earlier !== undefined && earlier !== result.picture?.file) this.#drop(earlier);
  }

  #drop(file: string): void {
    void rm(path.join(this.#options.folder, file), { force: true }).catch(() => undefined);
  }
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * The visible part of a picture, as fractions of its width and height, and the part's width on the screen in physical
 * pixels.
 */
export interface View {
  readonly part: Part;
  readonly pixels: number;
}

/** The work and options to try on a part of a picture. */
interface PartSettings extends Pick<PartConversion, 'tool' | 'to' | 'options'> {
  /** The size of the result divided by that of the source. */
  readonly scale: number;
}

/** Encoding more pixels would take too long while the user waits. */
const maxPixels = 2_000_000;
/**
 * The largest blocks into which encoders divide pictures, in pixels. A part that starts inside a block would look
 * different.
 */
const block = 16;

const compressible: ReadonlySet<string> = new Set(['jpg', 'png', 'webp', 'avif', 'gif']);
/** Formats whose files contain no pixels, or several pictures. */
const notOfParts: ReadonlySet<string> = new Set(['svg', 'ico', 'icns']);
/** Options that apply to the image as a whole, or to its size, which `scale` contains. */
const ofWhole: ReadonlySet<string> = new Set([
  'width',
  'height',
  'fit',
  'padding',
  'maxWidth',
  'maxHeight',
  'leastSaving',
  'metadata',
]);

/** The options to try on any part of a picture; `undefined` if only the whole picture can show their effect. */
export function partSettings(
  { tool, targetFormat }: Work,
  from: string,
  options: JobOptions,
  { width, height }: Size,
): PartSettings | undefined {
  if (tool === 'combine') return undefined;
  const to = targetFormat ?? from;
  const isOfParts =
    tool === 'compress'
      ? compressible.has(to)
      : isImageFormat(to) && !notOfParts.has(to) && isSimple(options);
  if (!isOfParts || options['maxKilobytes'] !== undefined) return undefined;
  const across = Number(options['width'] ?? options['maxWidth'] ?? width);
  const down = Number(options['height'] ?? options['maxHeight'] ?? height);
  const kept = Object.entries(options).filter(([name]) => !ofWhole.has(name));
  return {
    tool,
    to,
    options: Object.fromEntries(kept),
    scale: Math.min(1, across / width, down / height),
  };
}

function isSimple({ fit = 'inside', padding = 0 }: JobOptions): boolean {
  return fit === 'inside' && padding === 0;
}

/** The visible region, and the size at which it is shown, but not larger than in the result. */
export function partToTry(
  size: Size,
  { scale }: PartSettings,
  { part, pixels }: View,
): Pick<PartConversion, 'region' | 'scaledTo'> {
  const across = blocks(part.left, part.width, size.width);
  const down = blocks(part.top, part.height, size.height);
  const region = { left: across.start, top: down.start, width: across.length, height: down.length };
  const shown = pixels / Math.max(1, part.width * size.width);
  const most = Math.sqrt(maxPixels / (region.width * region.height));
  const factor = Math.min(scale, shown, most);
  const side = (length: number): number => Math.max(1, Math.round(length * factor));
  return { region, scaledTo: { width: side(region.width), height: side(region.height) } };
}

/** The range of whole blocks that contains a part of a side. `start` and `share` are fractions of the side. */
function blocks(start: number, share: number, side: number): { start: number; length: number } {
  const first = Math.min(Math.floor((start * side) / block) * block, side - 1);
  const end = Math.min(side, Math.ceil(((start + share) * side) / block) * block);
  return { start: first, length: Math.max(1, end - first) };
}

/** A region as fractions of the picture's width and height. */
export function shareOf({ left, top, width, height }: PartConversion['region'], size: Size): Part {
  return {
    left: left / size.width,
    top: top / size.height,
    width: width / size.width,
    height: height / size.height,
  };
}

/** The size of the whole result in bytes, if every part compresses like this one. */
export function estimatedBytes(
  encodedBytes: number,
  { scaledTo }: Pick<PartConversion, 'scaledTo'>,
  { width, height }: Size,
  { scale }: PartSettings,
): number {
  return Math.round((encodedBytes * width * height * scale ** 2) / (scaledTo.width * scaledTo.height));
}
