import { type FileHandle, open } from 'node:fs/promises';
import { fault } from '../../../contract/fault.ts';
import { ConversionError } from '../../api/conversionError.ts';
import type { Form } from './directory.ts';
import type { TiffPage } from './page.ts';
import type { Strips } from './strips.ts';
import { directoryTable, offsetBytes, offsetTag, shorts, type Tag, tiffHead, writeNumber } from './write.ts';

const compressionTag = 259;
const predictorTag = 317;
const maxOffset = 0xffff_ffff;

/** Writes a TIFF page by page. The tags of all pages must have the file's byte order. */
export class TiffWriter implements AsyncDisposable {
  readonly #file: FileHandle;
  readonly #form: Form;
  #end: number;
  /** Position at which the offset of the next page is written. */
  #link: number;

  private constructor(file: FileHandle, form: Form, end: number, link: number) {
    this.#file = file;
    this.#form = form;
    this.#end = end;
    this.#link = link;
  }

  static async create(path: string, form: Form): Promise<TiffWriter> {
    const file = await open(path, 'w', 0o600);
    const { bytes, link } = tiffHead(form);
    await file.write(bytes);
    return new TiffWriter(file, form, bytes.length, link);
  }

  /** @throws ConversionError `conversion.limit_exceeded` if the file would become too large for 32-bit offsets */
  async add(page: TiffPage): Promise<void> {
    const { at, link } = await this.#addDirectory(page);
    const offset = Buffer.alloc(offsetBytes(this.#form));
    writeNumber(offset, this.#form, at, 0, offset.length);
    await this.#file.write(offset, 0, offset.length, this.#link);
    this.#link = link;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close();
  }

  /** Writes everything that a directory refers to before the directory itself. */
  async #addDirectory({ tags, strips, children }: TiffPage): Promise<{ at: number; link: number }> {
    const leading: Tag[] = [];
    for (const { tag, pages } of children) {
      const all: number[] = [];
      for (const page of pages) all.push((await this.#addDirectory(page)).at);
      leading.push(offsetTag(this.#form, tag, ...all));
    }
    const own = strips ? await this.#addStrips(strips) : [];
    const replaced = new Set(own.map(({ tag }) => tag));
    const all = [...tags.filter(({ tag }) => !replaced.has(tag)), ...leading, ...own];
    const at = this.#end;
    const { bytes, link } = directoryTable(this.#form, all, at);
    await this.#append(bytes);
    return { at, link };
  }

  async #addStrips({ offsetsTag, lengthsTag, count, packing, at }: Strips): Promise<Tag[]> {
    const [offsets, lengths]: [number[], number[]] = [[], []];
    for (let index = 0; index < count; index += 1) {
      const bytes = at(index);
      offsets.push(this.#end);
      lengths.push(bytes.length);
      await this.#append(bytes);
    }
    return [
      offsetTag(this.#form, offsetsTag, ...offsets),
      offsetTag(this.#form, lengthsTag, ...lengths),
      ...(packing
        ? [
            shorts(this.#form, compressionTag, packing.compression),
            shorts(this.#form, predictorTag, packing.predictor),
          ]
        : []),
    ];
  }

  /** All parts of a TIFF must begin at even offsets. */
  async #append(bytes: Buffer): Promise<void> {
    await this.#file.write(bytes, 0, bytes.length, this.#end);
    this.#end += bytes.length + (bytes.length % 2);
    if (!this.#form.isBig && this.#end > maxOffset) {
      throw new ConversionError(fault('tiff.size'));
    }
  }
}
