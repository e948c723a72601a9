import { type FileHandle, open } from 'node:fs/promises';

/** PDF 1.5 is the first version with 16-bit samples. */
const header = '%PDF-1.5\n%\xe2\xe3\xcf\xd3\n';

/** A PDF that is written object by object, so that only one object is in memory at a time. */
export class PdfFile implements AsyncDisposable {
  readonly #file: FileHandle;
  /** Offsets of objects in the file, indexed by object number. */
  readonly #offsets: number[] = [0];
  #position = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async create(path: string): Promise<PdfFile> {
    const pdf = new PdfFile(await open(path, 'wx', 0o600));
    await pdf.#write(Buffer.from(header, 'latin1'));
    return pdf;
  }

  /** Reserves the number of an object that is written later. */
  reserve(): number {
    return this.#offsets.push(0) - 1;
  }

  /** Writes an object with these dictionary entries, and optionally a stream. Returns its number. */
  async add(entries: string, stream?: Uint8Array, number = this.reserve()): Promise<number> {
    this.#offsets[number] = this.#position;
    const length = stream ? ` /Length ${stream.length}` : '';
    await this.#write(Buffer.from(`${number} 0 obj\n<< ${entries}${length} >>\n`));
    if (stream) {
      await this.#write(Buffer.from('stream\n'));
      await this.#write(stream);
      await this.#write(Buffer.from('\nendstream\n'));
    }
    await this.#write(Buffer.from('endobj\n'));
    return number;
  }

  /** Writes an object that is already serialized. */
  async addObject(number: number, object: Uint8Array): Promise<void> {
    this.#offsets[number] = this.#position;
    await this.#write(Buffer.from(`${number} 0 obj\n`));
    await this.#write(object);
    await this.#write(Buffer.from('\nendobj\n'));
  }

  /** Writes the cross-reference table, and a trailer with `root` as the catalog. */
  async end(root: number): Promise<void> {
    const start = this.#position;
    const size = this.#offsets.length;
    const rows = this.#offsets.slice(1).map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
    const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}`;
    const trailer = `trailer\n<< /Size ${size} /Root ${root} 0 R >>\nstartxref\n${start}\n%%EOF\n`;
    await this.#write(Buffer.from(table + trailer));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close();
  }

  async #write(bytes: Uint8Array): Promise<void> {
    await this.#file.writeFile(bytes);
    this.#position += bytes.length;
  }
}
