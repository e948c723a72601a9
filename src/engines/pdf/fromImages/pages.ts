import { deflateSync } from 'node:zlib';
import { fault } from '../../../contract/faults/fault.ts';
import { ConversionError } from '../../api/conversionError.ts';
import type { PdfFile } from './pdfFile.ts';
import { channels, type PagePicture } from './picture.ts';
import type { PictureMatrix } from './place.ts';

/** PNG predictors: each row says which one it uses (ISO 32000-1, table 10). */
const pngPredictors = 15;
const fractionDigits = 4;
const usualMaxPages = 2000;

/** Writes pages with one picture each, and the page tree. */
export class PicturePages {
  /** Object number of the page tree's root. */
  readonly tree: number;
  readonly #pdf: PdfFile;
  readonly #maxPages: number;
  readonly #pages: number[] = [];

  constructor(pdf: PdfFile, maxPages = usualMaxPages) {
    this.#pdf = pdf;
    this.#maxPages = maxPages;
    this.tree = pdf.reserve();
  }

  /**
   * Announces that `count` more pages will be added.
   * @throws ConversionError `conversion.limit_exceeded` if there are too many
   */
  expect(count: number): void {
    if (this.#pages.length + count <= this.#maxPages) return;
    throw new ConversionError(fault('pdf.pages', this.#maxPages));
  }

  /** Adds a page whose object has already been written. */
  addPage(number: number): void {
    this.#pages.push(number);
  }

  async add(picture: PagePicture, { page, matrix }: PictureMatrix): Promise<void> {
    const image = await this.#addPicture(picture);
    const content = Buffer.from(`q ${matrix.map(decimal).join(' ')} cm /Picture Do Q`);
    const contents = await this.#pdf.add('', content);
    const resources = `/Resources << /XObject << /Picture ${image} 0 R >> >>`;
    const box = `/MediaBox [0 0 ${decimal(page.width)} ${decimal(page.height)}]`;
    const entries = `/Type /Page /Parent ${this.tree} 0 R ${box} ${resources} /Contents ${contents} 0 R`;
    this.addPage(await this.#pdf.add(entries));
  }

  /** @param more additional entries of the catalog */
  async end(more = ''): Promise<void> {
    const kids = this.#pages.map((page) => `${page} 0 R`).join(' ');
    await this.#pdf.add(`/Type /Pages /Count ${this.#pages.length} /Kids [${kids}]`, undefined, this.tree);
    await this.#pdf.end(await this.#pdf.add(`/Type /Catalog /Pages ${this.tree} 0 R ${more}`));
  }

  async #addPicture(picture: PagePicture): Promise<number> {
    const { width, height, bits, isInverted = false, mask, data } = picture;
    const entries = [
      `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent ${bits}`,
      `/ColorSpace ${await this.#colorSpace(picture)} ${coding(picture)}`,
      ...(isInverted ? ['/Decode [1 0 1 0 1 0 1 0]'] : []),
      ...(mask ? [`/SMask ${await this.#addPicture(mask)} 0 R`] : []),
    ];
    return this.#pdf.add(entries.join(' '), data);
  }

  async #colorSpace({ colors, palette, profile }: PagePicture): Promise<string> {
    const base = profile ? `[/ICCBased ${await this.#addProfile(colors, profile)} 0 R]` : `/${colors}`;
    if (palette === undefined) return base;
    return `[/Indexed ${base} ${palette.length / channels.DeviceRGB - 1} <${palette.toString('hex')}>]`;
  }

  async #addProfile(colors: PagePicture['colors'], profile: Uint8Array): Promise<number> {
    const entries = `/N ${channels[colors]} /Alternate /${colors} /Filter /FlateDecode`;
    return this.#pdf.add(entries, deflateSync(profile));
  }
}

function coding({ coding, colors, palette, bits, width }: PagePicture): string {
  if (coding === 'jpeg') return '/Filter /DCTDecode';
  const samples = palette ? 1 : channels[colors];
  const row = `/Predictor ${pngPredictors} /Colors ${samples} /BitsPerComponent ${bits} /Columns ${width}`;
  return `/Filter /FlateDecode /DecodeParms << ${row} >>`;
}

/** Formats a number without an exponent, which PDF doesn't support. */
function decimal(value: number): string {
  return String(Number(value.toFixed(fractionDigits)));
}
