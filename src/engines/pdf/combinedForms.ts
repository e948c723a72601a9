import {
  PDFArray,
  PDFBool,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib';

const key = {
  appearance: PDFName.of('DA'),
  fieldName: PDFName.of('T'),
  fields: PDFName.of('Fields'),
  form: PDFName.of('AcroForm'),
  kids: PDFName.of('Kids'),
  needAppearances: PDFName.of('NeedAppearances'),
  resources: PDFName.of('DR'),
  signature: PDFName.of('Sig'),
  type: PDFName.of('FT'),
  value: PDFName.of('V'),
};

/** The form fields of one document. */
interface GatheredForm {
  readonly fields: readonly PDFRef[];
  /** Default resources of the fields, such as fonts. */
  readonly resources: PDFRef | undefined;
}

/**
 * Combines the form fields of several documents (ISO 32000-1, 12.7.2). If two documents have a field with the same
 * name, the later one gets a number, because fields with equal names share their value. Signatures are removed.
 */
export class Forms {
  readonly #names = new Set<string>();
  readonly #fields: number[] = [];
  #resources: number | undefined;
  #appearance: string | undefined;
  #needAppearances = false;

  /** Prepares the form fields of a document so that they can be combined with others, and makes their names unique. */
  gather(context: PDFContext, catalog: PDFDict): GatheredForm {
    const form = catalog.lookup(key.form);
    const fields = form instanceof PDFDict ? form.lookup(key.fields) : undefined;
    if (!(form instanceof PDFDict) || !(fields instanceof PDFArray))
      return { fields: [], resources: undefined };
    const refs = fields.asArray().flatMap((field) => this.#named(context, field) ?? []);
    const appearance = form.lookup(key.appearance);
    if (appearance instanceof PDFString || appearance instanceof PDFHexString)
      this.#appearance ??= appearance.toString();
    const needed = form.lookup(key.needAppearances);
    this.#needAppearances ||= needed instanceof PDFBool && needed.asBoolean();
    const resources = form.get(key.resources);
    return { fields: refs, resources: resources && refTo(context, resources) };
  }

  /** Adds the fields of a document. `numbers` are their object numbers in the combined PDF. */
  add({ fields, resources }: GatheredForm, numbers: ReadonlyMap<PDFRef, number>): void {
    this.#fields.push(...fields.flatMap((field) => numbers.get(field) ?? []));
    this.#resources ??= resources && numbers.get(resources);
  }

  /** Returns the catalog's entry for the combined form, or an empty string if there is no form. */
  catalogEntry(): string {
    if (this.#fields.length === 0) return '';
    const entries = [
      `/Fields [${this.#fields.map((field) => `${field} 0 R`).join(' ')}]`,
      ...(this.#resources === undefined ? [] : [`/DR ${this.#resources} 0 R`]),
      ...(this.#appearance === undefined ? [] : [`/DA ${this.#appearance}`]),
      ...(this.#needAppearances ? ['/NeedAppearances true'] : []),
    ];
    return `/AcroForm << ${entries.join(' ')} >>`;
  }

  #named(context: PDFContext, object: PDFObject): PDFRef | undefined {
    const field = context.lookup(object);
    if (!(field instanceof PDFDict)) return undefined;
    unsign(context, field);
    const name = field.lookup(key.fieldName);
    if (name instanceof PDFString || name instanceof PDFHexString) {
      const own = this.#freeName(name.decodeText());
      if (own !== name.decodeText()) field.set(key.fieldName, PDFHexString.fromText(own));
    }
    return refTo(context, object);
  }

  #freeName(name: string): string {
    let free = name;
    for (let number = 2; this.#names.has(free); number += 1) free = `${name} ${number}`;
    this.#names.add(free);
    return free;
  }
}

function refTo(context: PDFContext, object: PDFObject): PDFRef {
  return object instanceof PDFRef ? object : context.register(object);
}

/** Removes signatures, which are valid only for the exact bytes of the original file. */
function unsign(context: PDFContext, top: PDFDict): void {
  const seen = new Set<PDFDict>();
  const pending = [top];
  for (let field = pending.pop(); field !== undefined; field = pending.pop()) {
    if (seen.has(field)) continue;
    seen.add(field);
    if (field.lookup(key.type) === key.signature) field.delete(key.value);
    const kids = field.lookup(key.kids);
    if (!(kids instanceof PDFArray)) continue;
    for (const kid of kids.asArray().map((each) => context.lookup(each)))
      if (kid instanceof PDFDict) pending.push(kid);
  }
}
